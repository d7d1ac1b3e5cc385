package dev.jubelet.network.builtin;

import dev.jubelet.linux.netlink.NfExpression;
import dev.jubelet.linux.netlink.NfTable;
import dev.jubelet.network.result.IpNetwork;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lets processes of the host reach a pod by 127.0.0.1 and a host port. For that the kernel has to
 * route loopback addresses by the pod's link, and would take packets to 127.0.0.0/8 from it as
 * well: those are dropped, or services that listen on the host's loopback only would be open to
 * neighbours. Each container that needs it has a rule in a table of ours, and the last one that
 * goes closes the door. To be called in the host's namespace, by one at a time.
 */
final class LoopbackDoor {
  private static final String TABLE = "jubelet";
  private static final String ARRIVAL = "arrival";
  private static final String DROPPED = "loopback";
  private static final InetAddress LOOPBACK = IpNetwork.address("127.0.0.0");
  private static final int LOOPBACK_PREFIX = 8;

  private LoopbackDoor() {}

  /**
   * The comment of a rule.
   *
   * @param before what the kernel was told about the link before us: 0 or 1
   */
  private record User(String link, String container, String before) {
    static Optional<User> of(NfTable.Rule rule) {
      String[] words = rule.comment().split(" ", -1);
      return words.length == 3
          ? Optional.of(new User(words[0], words[1], words[2]))
          : Optional.empty();
    }

    String comment() {
      return link + " " + container + " " + before;
    }
  }

  static void open(String link, String container) {
    NfTable table = new NfTable(NfTable.Family.IPV4, TABLE);
    List<User> users = new ArrayList<>();
    table.make().chain(DROPPED).chain(ARRIVAL, NfTable.Hook.ARRIVAL).flush(ARRIVAL);
    List<NfExpression> toLoopback =
        new ArrayList<>(NfExpression.toNetwork(LOOPBACK, LOOPBACK_PREFIX));
    toLoopback.add(NfExpression.jump(DROPPED));
    table.rule(ARRIVAL, "", toLoopback);
    for (NfTable.Rule rule : table.rules(DROPPED)) {
      Optional<User> user = User.of(rule).filter(each -> each.link.equals(link));
      user.ifPresent(users::add);
      if (user.filter(each -> each.container.equals(container)).isPresent()) {
        table.remove(DROPPED, rule);
      }
    }
    String before =
        users.stream()
            .map(User::before)
            .findFirst()
            .orElseGet(() -> HostNetwork.switchAt(switchOf(link)));
    List<NfExpression> dropped = new ArrayList<>(NfExpression.arrivesBy(link));
    dropped.add(NfExpression.drop());
    table.rule(DROPPED, new User(link, container, before).comment(), dropped);
    table.commit();
    HostNetwork.sysctl(switchOf(link), "1");
  }

  static boolean isOpenFor(String container) {
    return users(new NfTable(NfTable.Family.IPV4, TABLE)).stream()
        .anyMatch(each -> each.container.equals(container));
  }

  private static List<User> users(NfTable table) {
    return table.rules(DROPPED).stream().flatMap(rule -> User.of(rule).stream()).toList();
  }

  static void close(String container) {
    NfTable table = new NfTable(NfTable.Family.IPV4, TABLE);
    List<User> all = users(table);
    for (NfTable.Rule rule : table.rules(DROPPED)) {
      Optional<User> mine = User.of(rule).filter(each -> each.container.equals(container));
      if (mine.isEmpty()) {
        continue;
      }
      String link = mine.get().link;
      boolean last =
          all.stream()
              .noneMatch(each -> each.link.equals(link) && !each.container.equals(container));
      if (last) {
        HostNetwork.trySysctl(switchOf(link), mine.get().before);
      }
      table.remove(DROPPED, rule);
    }
    table.commit();
  }

  private static String switchOf(String link) {
    return "ipv4/conf/" + link + "/route_localnet";
  }
}

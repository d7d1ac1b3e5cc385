package dev.jubelet.network.builtin;

import dev.jubelet.linux.netlink.NfExpression;
import dev.jubelet.linux.netlink.NfTable;
import dev.jubelet.network.result.IpNetwork;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lets packets of pods leave their network under the host's address. Table, chains and comments are
 * those of the reference plugins, so that either finds the rules of the other. To be called in the
 * host's namespace.
 */
final class Masquerade {
  private static final String TABLE = "cni_plugins_masquerade";
  private static final String CHECKS = "masq_checks";
  private static final String POSTROUTING = "postrouting";
  private static final int HASH_LENGTH = 16;

  private Masquerade() {}

  static void add(List<IpNetwork> pods, String network, String device, String container) {
    NfTable table = new NfTable(NfTable.Family.BOTH, TABLE);
    String comment = comment(network, device, container);
    List<NfTable.Rule> stale = ours(table, comment);
    InetAddress multicast = IpNetwork.address("224.0.0.0");
    InetAddress multicast6 = IpNetwork.address("ff00::");
    table.make().chain(CHECKS).chain(POSTROUTING, NfTable.Hook.POSTROUTING).flush(POSTROUTING);
    table.rule(POSTROUTING, "", leaving(multicast, 4));
    table.rule(POSTROUTING, "", leaving(multicast6, 8));
    table.rule(POSTROUTING, "", List.of(NfExpression.goTo(CHECKS)));
    stale.forEach(rule -> table.remove(CHECKS, rule));
    for (IpNetwork pod : pods) {
      List<NfExpression> steps = new ArrayList<>(NfExpression.familyOf(pod.address()));
      steps.addAll(NfExpression.from(pod.address()));
      steps.addAll(NfExpression.notToNetwork(pod.base(), pod.prefix()));
      steps.add(NfExpression.masquerade());
      table.rule(CHECKS, comment, steps);
    }
    table.commit();
  }

  private static List<NfExpression> leaving(InetAddress base, int prefix) {
    List<NfExpression> steps = new ArrayList<>(NfExpression.familyOf(base));
    steps.addAll(NfExpression.toNetwork(base, prefix));
    steps.add(NfExpression.leave());
    return steps;
  }

  static void remove(String network, String device, String container) {
    NfTable table = new NfTable(NfTable.Family.BOTH, TABLE);
    ours(table, comment(network, device, container)).forEach(rule -> table.remove(CHECKS, rule));
    table.commit();
  }

  /**
   * @param living as {@code container/interface}
   */
  static void keepOnly(String network, List<String> living) {
    Set<String> kept =
        living.stream()
            .map(each -> each.split("/", 2))
            .map(each -> comment(network, each[1], each[0]))
            .collect(Collectors.toSet());
    NfTable table = new NfTable(NfTable.Family.BOTH, TABLE);
    for (NfTable.Rule rule : table.rules(CHECKS)) {
      if (rule.comment().startsWith(hash(network)) && !kept.contains(rule.comment())) {
        table.remove(CHECKS, rule);
      }
    }
    table.commit();
  }

  private static List<NfTable.Rule> ours(NfTable table, String comment) {
    String prefix = comment.substring(0, 2 * HASH_LENGTH + 1);
    return table.rules(CHECKS).stream().filter(rule -> rule.comment().startsWith(prefix)).toList();
  }

  private static String comment(String network, String device, String container) {
    String comment =
        hash(network)
            + "-"
            + hash(device + ":" + container)
            + ", net: "
            + network
            + ", if: "
            + device
            + ", id: "
            + container;
    // nftables keeps no more of it.
    return comment.substring(0, Math.min(comment.length(), 127));
  }

  private static String hash(String text) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-512").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum).substring(0, HASH_LENGTH);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-512", impossible);
    }
  }
}

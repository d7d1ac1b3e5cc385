package dev.jubelet.network.builtin;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.linux.netlink.NfExpression;
import dev.jubelet.linux.netlink.NfTable;
import dev.jubelet.network.result.IpNetwork;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The rules of host ports of one address family. Table, chains and comments are those of the
 * reference plugin's nftables form. To be called in the host's namespace.
 */
final class HostPorts {
  static final List<NfTable.Family> FAMILIES = List.of(NfTable.Family.IPV4, NfTable.Family.IPV6);

  static final int TCP = 6;
  static final int UDP = 17;
  static final int SCTP = 132;

  private static final String TABLE = "cni_hostport";
  private static final String ALL = "hostports_all";
  private static final String BY_ADDRESS = "hostip_hostports";
  private static final String PORTS = "hostports";
  private static final String MASQUERADING = "masquerading";

  private final NfTable.Family family;

  HostPorts(NfTable.Family family) {
    this.family = family;
  }

  static HostPorts of(InetAddress pod) {
    return new HostPorts(pod.getAddress().length == 4 ? NfTable.Family.IPV4 : NfTable.Family.IPV6);
  }

  /**
   * @param hostAddress empty for all of the host
   */
  record Mapping(int hostPort, int containerPort, int protocol, String hostAddress) {
    private static final int PORT_MAX = 65535;

    static Mapping read(Node.Fields object) {
      String protocol = Json.textOf(object, "protocol").toLowerCase(Locale.ROOT);
      return new Mapping(
          port(object, "hostPort"),
          port(object, "containerPort"),
          switch (protocol) {
            case "", "tcp" -> TCP;
            case "udp" -> UDP;
            case "sctp" -> SCTP;
            default -> throw new IllegalArgumentException("unknown protocol " + protocol);
          },
          Json.textOf(object, "hostIP"));
    }

    private static int port(Node.Fields object, String name) {
      long port = Json.numberOf(object, name, 0);
      if (port <= 0 || port > PORT_MAX) {
        throw new IllegalArgumentException("Invalid " + name + " number: " + port);
      }
      return (int) port;
    }

    /** Where it is open on the host. */
    InetAddress address(boolean v6) {
      return IpNetwork.address(!hostAddress.isEmpty() ? hostAddress : v6 ? "::" : "0.0.0.0");
    }

    /** For people: {@code 8080/tcp}, with the host's address if it is only one. */
    String shown() {
      String name =
          switch (protocol) {
            case TCP -> "tcp";
            case UDP -> "udp";
            default -> "sctp";
          };
      return (hostAddress.isEmpty() ? "" : hostAddress + " ") + hostPort + "/" + name;
    }

    boolean of(InetAddress pod) {
      return hostAddress.isEmpty()
          || IpNetwork.bits(IpNetwork.address(hostAddress)) == IpNetwork.bits(pod);
    }

    List<NfExpression> rule(InetAddress pod) {
      List<NfExpression> steps = new ArrayList<>();
      if (!hostAddress.isEmpty()) {
        InetAddress only = IpNetwork.address(hostAddress);
        if (!only.isAnyLocalAddress()) {
          steps.addAll(NfExpression.to(only));
        }
      }
      steps.addAll(NfExpression.toPort(protocol, hostPort));
      steps.addAll(NfExpression.redirect(pod, containerPort));
      return steps;
    }
  }

  void add(InetAddress pod, List<Mapping> mappings, boolean snat, String container) {
    NfTable table = new NfTable(family, TABLE);
    removal(table, container::equals);
    table.make().chain(PORTS).chain(BY_ADDRESS).chain(ALL).flush(ALL);
    table.rule(ALL, "", List.of(NfExpression.jump(BY_ADDRESS)));
    table.rule(ALL, "", List.of(NfExpression.jump(PORTS)));
    List<NfExpression> toUs = new ArrayList<>(NfExpression.toLocal());
    toUs.add(NfExpression.jump(ALL));
    table.chain("prerouting", NfTable.Hook.PREROUTING).flush("prerouting");
    table.rule("prerouting", "", toUs);
    table.chain("output", NfTable.Hook.OUTPUT).flush("output");
    table.rule("output", "", toUs);
    for (Mapping each : mappings) {
      if (each.of(pod)) {
        table.rule(PORTS, container, each.rule(pod));
      }
    }
    if (snat) {
      table.chain(MASQUERADING, NfTable.Hook.POSTROUTING);
      table.rule(MASQUERADING, container, masquerading(pod, pod));
      if (family == NfTable.Family.IPV4) {
        table.rule(MASQUERADING, container, masquerading(IpNetwork.address("127.0.0.1"), pod));
      }
    }
    table.commit();
  }

  /** A pod, or the host's loopback, that reaches the pod by the host's port gets its answer. */
  private static List<NfExpression> masquerading(InetAddress from, InetAddress to) {
    List<NfExpression> steps = new ArrayList<>(NfExpression.from(from));
    steps.addAll(NfExpression.to(to));
    steps.add(NfExpression.masquerade());
    return steps;
  }

  void remove(Predicate<String> container) {
    NfTable table = new NfTable(family, TABLE);
    removal(table, container);
    table.commit();
  }

  private static void removal(NfTable table, Predicate<String> container) {
    for (String chain : List.of(PORTS, BY_ADDRESS, MASQUERADING)) {
      for (NfTable.Rule rule : table.rules(chain)) {
        if (!rule.comment().isEmpty() && container.test(rule.comment())) {
          table.remove(chain, rule);
        }
      }
    }
  }

  boolean has(InetAddress pod, List<Mapping> mappings, String container) {
    long wanted = mappings.stream().filter(each -> each.of(pod)).count();
    long found =
        new NfTable(family, TABLE)
            .rules(PORTS).stream().filter(rule -> rule.comment().equals(container)).count();
    return found >= wanted;
  }
}

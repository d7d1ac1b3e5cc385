package dev.jubelet.linux;

import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the addresses of the node: those of the interface that the default route leaves by. */
public final class NodeAddresses {
  private static final int RTF_UP = 0x1;
  private static final int RTF_REJECT = 0x200;

  private NodeAddresses() {}

  static Map<String, List<InetAddress>> interfaces() {
    Map<String, List<InetAddress>> interfaces = new LinkedHashMap<>();
    try {
      NetworkInterface.networkInterfaces()
          .forEach(one -> interfaces.put(one.getName(), one.inetAddresses().toList()));
    } catch (SocketException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return interfaces;
  }

  /** Interfaces of default routes; the formats are those of /proc/net/route and ipv6_route. */
  static Set<String> defaultInterfaces(String route, String ipv6Route) {
    Set<String> names = new LinkedHashSet<>();
    route
        .lines()
        .skip(1)
        .map(line -> line.strip().split("\\s+", -1))
        .filter(f -> f.length >= 8 && f[1].equals("00000000") && f[7].equals("00000000"))
        .filter(f -> isUsable(f[3]))
        .forEach(f -> names.add(f[0]));
    ipv6Route
        .lines()
        .map(line -> line.strip().split("\\s+", -1))
        .filter(f -> f.length >= 10 && f[0].matches("0{32}") && f[1].equals("00"))
        .filter(f -> isUsable(f[8]))
        .forEach(f -> names.add(f[9]));
    return names;
  }

  private static boolean isUsable(String flags) {
    int value = Integer.parseUnsignedInt(flags, 16);
    return (value & RTF_UP) != 0 && (value & RTF_REJECT) == 0;
  }

  /** One address per family, IPv4 first. */
  static List<String> choose(Map<String, List<InetAddress>> interfaces, Set<String> preferred) {
    List<InetAddress> candidates = new ArrayList<>();
    preferred.forEach(name -> candidates.addAll(interfaces.getOrDefault(name, List.of())));
    interfaces.forEach((name, addresses) -> {
      if (!preferred.contains(name)) {
        candidates.addAll(addresses);
      }
    });
    List<String> chosen = new ArrayList<>();
    first(candidates, true).ifPresent(chosen::add);
    first(candidates, false).ifPresent(chosen::add);
    return chosen;
  }

  private static Optional<String> first(List<InetAddress> candidates, boolean ipv4) {
    return candidates.stream()
        .filter(address -> address instanceof Inet4Address == ipv4)
        .filter(NodeAddresses::isGlobalUnicast)
        .map(IpText::of)
        .findFirst();
  }

  private static boolean isGlobalUnicast(InetAddress address) {
    return !address.isLoopbackAddress()
        && !address.isLinkLocalAddress()
        && !address.isMulticastAddress()
        && !address.isAnyLocalAddress();
  }
}

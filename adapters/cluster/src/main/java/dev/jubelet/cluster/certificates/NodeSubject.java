package dev.jubelet.cluster.certificates;

import dev.jubelet.cluster.x509.Subject;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Names and addresses of a node as its serving certificate has them. */
public final class NodeSubject {
  private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");

  private NodeSubject() {}

  /** One of {@code status.addresses}. */
  public record Address(String type, String address) {}

  /** Nothing as long as no address is known: the signer wants one. */
  public static Optional<Subject> of(String nodeName, List<Address> addresses) {
    TreeSet<String> names = new TreeSet<>();
    Map<String, InetAddress> ips = new TreeMap<>(Comparator.naturalOrder());
    for (Address each : addresses) {
      Optional<InetAddress> ip = ip(each.address());
      switch (each.type()) {
        case "Hostname" -> {
          if (ip.isEmpty() && !each.address().isEmpty()) {
            names.add(each.address());
          }
          ip.ifPresent(known -> ips.put(known.getHostAddress(), known));
        }
        case "InternalIP", "ExternalIP" ->
            ip.ifPresent(known -> ips.put(known.getHostAddress(), known));
        case "InternalDNS", "ExternalDNS" -> {
          if (!each.address().isEmpty()) {
            names.add(each.address());
          }
        }
        default -> {
          // A kind of address that a certificate has no place for.
        }
      }
    }
    return ips.isEmpty()
        ? Optional.empty()
        : Optional.of(Subject.node(nodeName).at(List.copyOf(names), List.copyOf(ips.values())));
  }

  private static Optional<InetAddress> ip(String text) {
    if (!IPV4.matcher(text).matches() && text.indexOf(':') < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
  }
}

package dev.jubelet.network.result;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** What a plugin made, free of the version in which it said so. */
public record CniResult(
    List<Interface> interfaces, List<Address> addresses, List<Route> routes, Dns dns) {
  public static final CniResult EMPTY = new CniResult(List.of(), List.of(), List.of(), Dns.EMPTY);

  public CniResult {
    interfaces = List.copyOf(interfaces);
    addresses = List.copyOf(addresses);
    routes = List.copyOf(routes);
  }

  /**
   * @param sandbox the network namespace in which it is; empty for one of the host
   */
  public record Interface(
      String name, String mac, long mtu, String sandbox, String socketPath, String pciId) {
    public Interface(String name, String mac, String sandbox) {
      this(name, mac, 0, sandbox, "", "");
    }
  }

  /**
   * @param device index in the list of interfaces
   */
  public record Address(OptionalInt device, IpNetwork network, Optional<InetAddress> gateway) {}

  public record Route(
      IpNetwork destination,
      Optional<InetAddress> gateway,
      long mtu,
      long advmss,
      long priority,
      OptionalInt table,
      OptionalInt scope) {
    public Route(IpNetwork destination, Optional<InetAddress> gateway) {
      this(destination, gateway, 0, 0, 0, OptionalInt.empty(), OptionalInt.empty());
    }
  }

  public record Dns(
      List<String> nameservers, String domain, List<String> search, List<String> options) {
    public static final Dns EMPTY = new Dns(List.of(), "", List.of(), List.of());

    public Dns {
      nameservers = List.copyOf(nameservers);
      search = List.copyOf(search);
      options = List.copyOf(options);
    }

    public boolean isEmpty() {
      return equals(EMPTY);
    }
  }

  /** Names of the links in the host that the pod's network needs: a bridge, and a port on it. */
  public Set<String> hostLinks() {
    return interfaces.stream()
        .filter(each -> each.sandbox().isEmpty())
        .map(Interface::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Addresses of the pod itself, in the order of the plugins. */
  public List<InetAddress> podAddresses() {
    return addresses.stream()
        .filter(each ->
            each.device().isEmpty()
                || each.device().getAsInt() < 0
                || each.device().getAsInt() >= interfaces.size()
                || !interfaces.get(each.device().getAsInt()).sandbox().isEmpty())
        .map(each -> each.network().address())
        .toList();
  }
}

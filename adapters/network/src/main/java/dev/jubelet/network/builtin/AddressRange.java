package dev.jubelet.network.builtin;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.network.result.IpNetwork;
import java.net.InetAddress;

/** Addresses from one to another, both included, of a network with a gateway. */
record AddressRange(IpNetwork subnet, InetAddress start, InetAddress end, InetAddress gateway) {
  static AddressRange read(Node.Fields object) {
    IpNetwork subnet = IpNetwork.parse(Json.textOf(object, "subnet"));
    if (subnet.prefix() > IpNetwork.bits(subnet.address()) - 2) {
      throw new IllegalArgumentException("Network " + subnet + " too small to allocate from");
    }
    if (!subnet.address().equals(subnet.base())) {
      throw new IllegalArgumentException(
          "Network has host bits set. For a subnet mask of length "
              + subnet.prefix()
              + " the network address is "
              + IpNetwork.text(subnet.base()));
    }
    InetAddress first = IpNetwork.plus(subnet.base(), 1);
    InetAddress last = subnet.v4() ? IpNetwork.plus(subnet.last(), -1) : subnet.last();
    AddressRange range =
        new AddressRange(
            subnet,
            address(object, "rangeStart", first),
            address(object, "rangeEnd", last),
            address(object, "gateway", first));
    for (InetAddress each : new InetAddress[] {range.start, range.end}) {
      if (!subnet.contains(each)) {
        throw new IllegalArgumentException(
            IpNetwork.text(each) + " of a range is not in network " + subnet);
      }
    }
    return range;
  }

  private static InetAddress address(Node.Fields object, String name, InetAddress absent) {
    String text = Json.textOf(object, name);
    return text.isEmpty() ? absent : IpNetwork.address(text);
  }

  boolean contains(InetAddress address) {
    return subnet.contains(address)
        && IpNetwork.compare(address, start) >= 0
        && IpNetwork.compare(address, end) <= 0;
  }

  boolean overlaps(AddressRange other) {
    return contains(other.start)
        || contains(other.end)
        || other.contains(start)
        || other.contains(end);
  }

  @Override
  public String toString() {
    return IpNetwork.text(start) + "-" + IpNetwork.text(end);
  }
}

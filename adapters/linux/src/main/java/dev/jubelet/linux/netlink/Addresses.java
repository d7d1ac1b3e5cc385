package dev.jubelet.linux.netlink;

import dev.jubelet.linux.network.NetlinkAttributes;
import dev.jubelet.linux.network.NetlinkSocket;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/** Addresses of network devices. */
public final class Addresses {
  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;

  private static final int NEWADDR = 20;
  private static final int DELADDR = 21;
  private static final int GETADDR = 22;
  private static final int HEADER = 8;
  private static final int ADDRESS = 1;
  private static final int LOCAL = 2;
  private static final int BROADCAST = 4;
  private static final int FLAGS = 8;
  private static final int FLAG_DAD_FAILED = 0x08;
  private static final int FLAG_TENTATIVE = 0x40;
  private static final int BROADCAST_PREFIX_MAX = 30;

  private final NetlinkSocket socket;

  public Addresses(NetlinkSocket socket) {
    this.socket = socket;
  }

  /**
   * @param settled false while the kernel still finds out whether somebody else has it
   */
  public record OfLink(InetAddress address, int prefix, boolean settled) {}

  public List<OfLink> list(Link link) {
    String what = "list addresses of " + link.name();
    return socket.ask(GETADDR, NetlinkSocket.DUMP, header(0, 0, 0), what).stream()
        .filter(message -> fixed(message).getInt(4) == link.index())
        .map(Addresses::address)
        .toList();
  }

  private static OfLink address(byte[] message) {
    Map<Integer, byte[]> attributes = NetlinkAttributes.read(message, HEADER);
    byte[] bytes = attributes.getOrDefault(LOCAL, attributes.getOrDefault(ADDRESS, new byte[4]));
    int flags =
        NetlinkAttributes.number(attributes, FLAGS, Byte.toUnsignedInt(fixed(message).get(2)));
    try {
      return new OfLink(
          InetAddress.getByAddress(bytes),
          Byte.toUnsignedInt(fixed(message).get(1)),
          (flags & (FLAG_TENTATIVE | FLAG_DAD_FAILED)) == 0);
    } catch (UnknownHostException noAddress) {
      throw new IllegalStateException("an address of " + bytes.length + " bytes", noAddress);
    }
  }

  private static ByteBuffer fixed(byte[] message) {
    return ByteBuffer.wrap(message).order(ByteOrder.nativeOrder());
  }

  public void add(Link link, InetAddress address, int prefix) {
    NetlinkAttributes body = body(link, address, prefix);
    if (address.getAddress().length == 4 && prefix <= BROADCAST_PREFIX_MAX) {
      byte[] broadcast = address.getAddress();
      for (int bit = prefix; bit < 32; bit++) {
        broadcast[bit / 8] |= (byte) (0x80 >> (bit % 8));
      }
      body.put(BROADCAST, broadcast);
    }
    String what = "add address " + address.getHostAddress() + "/" + prefix + " to " + link.name();
    socket.ask(NEWADDR, NetlinkSocket.CREATE | NetlinkSocket.EXCL, body.toBytes(), what);
  }

  public void remove(Link link, InetAddress address, int prefix) {
    String what =
        "remove address " + address.getHostAddress() + "/" + prefix + " from " + link.name();
    socket.ask(DELADDR, 0, body(link, address, prefix).toBytes(), what);
  }

  static int family(InetAddress address) {
    return address.getAddress().length == 4 ? AF_INET : AF_INET6;
  }

  private static NetlinkAttributes body(Link link, InetAddress address, int prefix) {
    byte[] bytes = address.getAddress();
    return new NetlinkAttributes()
        .raw(header(family(address), prefix, link.index()))
        .put(LOCAL, bytes)
        .put(ADDRESS, bytes);
  }

  // struct ifaddrmsg: family 1, prefix length 1, flags 1, scope 1, index 4.
  private static byte[] header(int family, int prefix, int index) {
    return ByteBuffer.allocate(HEADER)
        .order(ByteOrder.nativeOrder())
        .put((byte) family)
        .put((byte) prefix)
        .put((byte) 0)
        .put((byte) 0)
        .putInt(index)
        .array();
  }
}

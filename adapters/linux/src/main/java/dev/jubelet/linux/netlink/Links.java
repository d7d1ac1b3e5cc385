package dev.jubelet.linux.netlink;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.network.NetlinkAttributes;
import dev.jubelet.linux.network.NetlinkSocket;
import dev.jubelet.linux.network.NetworkNamespace;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Network devices of the namespace of a socket. */
public final class Links {
  private static final int NEWLINK = 16;
  private static final int DELLINK = 17;
  private static final int GETLINK = 18;
  private static final int SETLINK = 19;
  private static final int HEADER = 16;
  private static final int AF_BRIDGE = 7;
  private static final int FLAG_UP = 1;
  private static final int FLAG_PROMISC = 0x100;

  private static final int ADDRESS = 1;
  private static final int IFNAME = 3;
  private static final int MTU = 4;
  private static final int LINK = 5;
  private static final int MASTER = 10;
  private static final int PROTINFO = 12;
  private static final int OPERSTATE = 16;
  private static final int LINKINFO = 18;
  private static final int IFALIAS = 20;
  private static final int INFO_KIND = 1;
  private static final int INFO_DATA = 2;
  private static final int NET_NS_FD = 28;
  private static final int VETH_INFO_PEER = 1;
  private static final int BRPORT_MODE = 4;

  private final NetlinkSocket socket;

  public Links(NetlinkSocket socket) {
    this.socket = socket;
  }

  public Optional<Link> find(String name) {
    return found(body(0).text(IFNAME, name).toBytes(), "look up link " + name);
  }

  public Optional<Link> find(int index) {
    return found(header(0, index, 0, 0), "look up link " + index);
  }

  private Optional<Link> found(byte[] body, String what) {
    try {
      return socket.ask(GETLINK, 0, body, what).stream().map(Links::link).findFirst();
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ENODEV);
      return Optional.empty();
    }
  }

  public Link require(String name) {
    return find(name)
        .orElseThrow(() -> new LinuxException(Errno.ENODEV, "look up link " + name, ""));
  }

  public List<Link> list() {
    return socket.ask(GETLINK, NetlinkSocket.DUMP, header(0, 0, 0, 0), "list links").stream()
        .map(Links::link)
        .toList();
  }

  private static Link link(byte[] message) {
    ByteBuffer fixed = ByteBuffer.wrap(message).order(ByteOrder.nativeOrder());
    Map<Integer, byte[]> attributes = NetlinkAttributes.read(message, HEADER);
    byte[] info = attributes.getOrDefault(LINKINFO, new byte[0]);
    byte[] operation = attributes.getOrDefault(OPERSTATE, new byte[1]);
    return new Link(
        fixed.getInt(4),
        NetlinkAttributes.text(attributes, IFNAME),
        NetlinkAttributes.text(NetlinkAttributes.read(info, 0), INFO_KIND),
        Link.mac(attributes.getOrDefault(ADDRESS, new byte[0])),
        NetlinkAttributes.number(attributes, MTU, 0),
        fixed.getInt(8),
        Link.Operation.values()[Math.clamp(operation[0], 0, Link.Operation.values().length - 1)],
        NetlinkAttributes.number(attributes, MASTER, 0),
        NetlinkAttributes.number(attributes, LINK, 0),
        NetlinkAttributes.text(attributes, IFALIAS));
  }

  /**
   * @param mtu 0 for the kernel's choice
   */
  public void addBridge(String name, int mtu) {
    NetlinkAttributes body =
        body(0)
            .text(IFNAME, name)
            .numberUnlessZero(MTU, mtu)
            .nested(LINKINFO, info -> info.text(INFO_KIND, "bridge"));
    create(body, "add bridge " + name);
  }

  /**
   * A pair with one end here and the other in another namespace.
   *
   * @param mac of the end that is here; empty for the kernel's choice
   */
  public void addVeth(
      String name, int mtu, String mac, String peerName, NetworkNamespace peerNamespace) {
    NetlinkAttributes body = body(0).text(IFNAME, name).numberUnlessZero(MTU, mtu);
    if (!mac.isEmpty()) {
      body.put(ADDRESS, Link.mac(mac));
    }
    Consumer<NetlinkAttributes> peer =
        other ->
            other
                .raw(header(0, 0, 0, 0))
                .text(IFNAME, peerName)
                .numberUnlessZero(MTU, mtu)
                .number(NET_NS_FD, peerNamespace.fd());
    body.nested(
        LINKINFO,
        info ->
            info.text(INFO_KIND, "veth")
                .nested(INFO_DATA, data -> data.nested(VETH_INFO_PEER, peer)));
    create(body, "add veth " + name + " with " + peerName);
  }

  private void create(NetlinkAttributes body, String what) {
    socket.ask(NEWLINK, NetlinkSocket.CREATE | NetlinkSocket.EXCL, body.toBytes(), what);
  }

  public void up(Link link) {
    change(header(0, link.index(), FLAG_UP, FLAG_UP), "set up " + link.name());
  }

  public void down(Link link) {
    change(header(0, link.index(), 0, FLAG_UP), "set down " + link.name());
  }

  public void promiscuous(Link link) {
    change(header(0, link.index(), FLAG_PROMISC, FLAG_PROMISC), "set promiscuous " + link.name());
  }

  public void setMaster(Link link, Link bridge) {
    byte[] body = body(link.index()).number(MASTER, bridge.index()).toBytes();
    change(body, "connect " + link.name() + " to " + bridge.name());
  }

  public void setMac(Link link, String mac) {
    byte[] body = body(link.index()).put(ADDRESS, Link.mac(mac)).toBytes();
    change(body, "set address of " + link.name());
  }

  /** Leaves a note on a link, of at most 255 bytes, that goes with it. */
  public void setAlias(Link link, String alias) {
    byte[] body = body(link.index()).text(IFALIAS, alias).toBytes();
    change(body, "set alias of " + link.name());
  }

  /** Whether a bridge sends a packet back through the port by which it came. */
  public void setHairpin(Link port, boolean on) {
    byte[] body =
        new NetlinkAttributes()
            .raw(header(AF_BRIDGE, port.index(), 0, 0))
            .nested(PROTINFO, info -> info.octet(BRPORT_MODE, on ? 1 : 0))
            .toBytes();
    socket.ask(SETLINK, 0, body, "set hairpin mode of " + port.name());
  }

  private void change(byte[] body, String what) {
    socket.ask(NEWLINK, 0, body, what);
  }

  /** It may be gone already. */
  public void delete(Link link) {
    try {
      socket.ask(DELLINK, 0, header(0, link.index(), 0, 0), "delete link " + link.name());
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ENODEV);
    }
  }

  private static NetlinkAttributes body(int index) {
    return new NetlinkAttributes().raw(header(0, index, 0, 0));
  }

  // struct ifinfomsg: family 1, padding 1, type 2, index 4, flags 4, change mask 4.
  private static byte[] header(int family, int index, int flags, int change) {
    return ByteBuffer.allocate(HEADER)
        .order(ByteOrder.nativeOrder())
        .put((byte) family)
        .put((byte) 0)
        .putShort((short) 0)
        .putInt(index)
        .putInt(flags)
        .putInt(change)
        .array();
  }
}

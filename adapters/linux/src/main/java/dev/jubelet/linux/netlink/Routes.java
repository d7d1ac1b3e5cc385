package dev.jubelet.linux.netlink;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.network.NetlinkAttributes;
import dev.jubelet.linux.network.NetlinkSocket;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Routes of the namespace of a socket. */
public final class Routes {
  private static final int NEWROUTE = 24;
  private static final int GETROUTE = 26;
  private static final int HEADER = 12;
  private static final int DST = 1;
  private static final int OIF = 4;
  private static final int GATEWAY = 5;
  private static final int PRIORITY = 6;
  private static final int METRICS = 8;
  private static final int TABLE = 15;
  private static final int METRIC_MTU = 2;
  private static final int METRIC_ADVMSS = 8;
  private static final int TABLE_MAIN = 254;
  private static final int PROTOCOL_BOOT = 3;
  private static final int SCOPE_UNIVERSE = 0;
  private static final int SCOPE_LINK = 253;
  private static final int TYPE_UNICAST = 1;

  private final NetlinkSocket socket;

  public Routes(NetlinkSocket socket) {
    this.socket = socket;
  }

  /**
   * @param gateway null for one without
   * @param mtu 0 for the link's, as {@code advmss} and {@code priority}
   * @param table 0 for the main one
   * @param scope -1 for what is usual
   */
  public record Route(
      InetAddress destination,
      int prefix,
      @Nullable InetAddress gateway,
      long mtu,
      long advmss,
      long priority,
      int table,
      int scope) {}

  public void add(Link link, Route route) {
    byte[] destination = route.destination().getAddress();
    int table = route.table() == 0 ? TABLE_MAIN : route.table();
    boolean direct = route.gateway() == null && destination.length == 4;
    int scope = route.scope() >= 0 ? route.scope() : direct ? SCOPE_LINK : SCOPE_UNIVERSE;
    NetlinkAttributes body =
        new NetlinkAttributes()
            .raw(
                header(
                    Addresses.family(route.destination()),
                    route.prefix(),
                    table < 256 ? table : 0,
                    scope))
            .put(DST, destination)
            .number(OIF, link.index())
            .number(TABLE, table);
    InetAddress gateway = route.gateway();
    if (gateway != null) {
      body.put(GATEWAY, gateway.getAddress());
    }
    body.numberUnlessZero(PRIORITY, route.priority());
    if (route.mtu() != 0 || route.advmss() != 0) {
      body.nested(
          METRICS,
          metrics ->
              metrics
                  .numberUnlessZero(METRIC_MTU, route.mtu())
                  .numberUnlessZero(METRIC_ADVMSS, route.advmss()));
    }
    String what =
        "add route "
            + route.destination().getHostAddress()
            + "/"
            + route.prefix()
            + (gateway == null ? "" : " via " + gateway.getHostAddress())
            + " by "
            + link.name();
    socket.ask(NEWROUTE, NetlinkSocket.CREATE | NetlinkSocket.APPEND, body.toBytes(), what);
  }

  /**
   * Where packets may go, but for default routes.
   *
   * @param link its index; 0 for a route without one
   */
  public record Destination(InetAddress base, int prefix, int link) {}

  public List<Destination> destinations() {
    return socket.ask(GETROUTE, NetlinkSocket.DUMP, header(0, 0, 0, 0), "list routes").stream()
        .map(Routes::destination)
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Destination> destination(byte[] message) {
    Map<Integer, byte[]> attributes = NetlinkAttributes.read(message, HEADER);
    byte[] base = attributes.get(DST);
    try {
      return base == null
          ? Optional.empty()
          : Optional.of(
              new Destination(
                  InetAddress.getByAddress(base),
                  Byte.toUnsignedInt(message[1]),
                  NetlinkAttributes.number(attributes, OIF, 0)));
    } catch (UnknownHostException otherFamily) {
      return Optional.empty();
    }
  }

  /** Whether there is a way by that link to that destination. */
  public boolean has(Link link, InetAddress destination, int prefix) {
    byte[] wanted = destination.getAddress();
    List<byte[]> all = socket.ask(GETROUTE, NetlinkSocket.DUMP, header(0, 0, 0, 0), "list routes");
    for (byte[] message : all) {
      Map<Integer, byte[]> attributes = NetlinkAttributes.read(message, HEADER);
      byte[] found = attributes.getOrDefault(DST, new byte[wanted.length]);
      if (message[0] == Addresses.family(destination)
          && Byte.toUnsignedInt(message[1]) == prefix
          && Arrays.equals(found, wanted)
          && NetlinkAttributes.number(attributes, OIF, 0) == link.index()) {
        return true;
      }
    }
    return false;
  }

  /** Index of the link by which a packet to that address leaves; 0 when there is no way. */
  public int linkTowards(InetAddress destination) {
    byte[] bytes = destination.getAddress();
    byte[] body =
        new NetlinkAttributes()
            .raw(header(Addresses.family(destination), bytes.length * 8, 0, 0))
            .put(DST, bytes)
            .toBytes();
    try {
      return socket.ask(GETROUTE, 0, body, "find a route").stream()
          .mapToInt(
              message -> NetlinkAttributes.number(NetlinkAttributes.read(message, HEADER), OIF, 0))
          .findFirst()
          .orElse(0);
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.ENETUNREACH, Errno.EHOSTUNREACH);
      return 0;
    }
  }

  // struct rtmsg: family, destination length, source length, tos, table, protocol, scope, type: 1
  // each; flags 4.
  private static byte[] header(int family, int prefix, int table, int scope) {
    return ByteBuffer.allocate(HEADER)
        .order(ByteOrder.nativeOrder())
        .put((byte) family)
        .put((byte) prefix)
        .put((byte) 0)
        .put((byte) 0)
        .put((byte) table)
        .put((byte) PROTOCOL_BOOT)
        .put((byte) scope)
        .put((byte) TYPE_UNICAST)
        .putInt(0)
        .array();
  }
}

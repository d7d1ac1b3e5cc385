package dev.jubelet.network.builtin;

import dev.jubelet.linux.netlink.Link;
import dev.jubelet.linux.netlink.Links;
import dev.jubelet.linux.netlink.Routes;
import dev.jubelet.linux.network.NetlinkSocket;
import dev.jubelet.network.result.IpNetwork;
import java.util.List;

/** Finds addresses for pods that lead nowhere else on this machine. */
public final class FreeRange {
  private FreeRange() {}

  /**
   * The first range that no route of this machine leads to.
   *
   * @param bridge of ours, whose own routes do not count
   */
  public static IpNetwork first(List<IpNetwork> candidates, String bridge) {
    return choose(candidates, used(bridge));
  }

  /** Whether no route but those of our bridge leads into it. */
  public static boolean isFree(IpNetwork range, String bridge) {
    return used(bridge).stream().noneMatch(each -> overlaps(each, range));
  }

  private static List<IpNetwork> used(String bridge) {
    try (NetlinkSocket socket = new NetlinkSocket(NetlinkSocket.ROUTE)) {
      int own = new Links(socket).find(bridge).map(Link::index).orElse(-1);
      return new Routes(socket)
          .destinations().stream()
              .filter(route -> route.link() != own)
              .map(route -> new IpNetwork(route.base(), route.prefix()))
              .toList();
    }
  }

  /** A wide route, as to 10.0.0.0/8, may cover all: then one that no narrower route is in. */
  static IpNetwork choose(List<IpNetwork> candidates, List<IpNetwork> used) {
    return candidates.stream()
        .filter(range -> used.stream().noneMatch(each -> overlaps(each, range)))
        .findFirst()
        .or(() ->
            candidates.stream()
                .filter(range ->
                    used.stream()
                        .noneMatch(
                            each -> overlaps(each, range) && each.prefix() >= range.prefix()))
                .findFirst())
        .orElseGet(candidates::getFirst);
  }

  private static boolean overlaps(IpNetwork left, IpNetwork right) {
    return left.contains(right.base()) || right.contains(left.base());
  }
}

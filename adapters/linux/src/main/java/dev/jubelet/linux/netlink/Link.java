package dev.jubelet.linux.netlink;

import java.util.HexFormat;

/**
 * A network device.
 *
 * @param kind such as {@code bridge} or {@code veth}; empty for hardware
 * @param peer index of a veth's other end, in that one's namespace; 0 where there is none
 * @param master index of the bridge that it is a port of, or 0
 * @param alias a note that somebody left on it; empty for none
 */
public record Link(
    int index,
    String name,
    String kind,
    String mac,
    int mtu,
    int flags,
    Operation operation,
    int master,
    int peer,
    String alias) {
  private static final int UP = 1;

  /** RFC 2863. */
  public enum Operation {
    UNKNOWN,
    NOT_PRESENT,
    DOWN,
    LOWER_LAYER_DOWN,
    TESTING,
    DORMANT,
    UP
  }

  public boolean up() {
    return (flags & UP) != 0;
  }

  static String mac(byte[] bytes) {
    return HexFormat.ofDelimiter(":").formatHex(bytes);
  }

  static byte[] mac(String text) {
    try {
      byte[] bytes = HexFormat.ofDelimiter(":").parseHex(text);
      if (bytes.length == 6) {
        return bytes;
      }
    } catch (IllegalArgumentException notHex) {
      throw new IllegalArgumentException("address " + text + ": invalid MAC address", notHex);
    }
    throw new IllegalArgumentException("address " + text + ": invalid MAC address");
  }
}

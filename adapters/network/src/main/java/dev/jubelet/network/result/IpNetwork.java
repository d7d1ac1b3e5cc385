package dev.jubelet.network.result;

import dev.jubelet.linux.IpText;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** An address with the length of its network: {@code 10.1.2.3/24}. */
public record IpNetwork(InetAddress address, int prefix) {
  private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  public IpNetwork {
    if (prefix < 0 || prefix > bits(address)) {
      throw new IllegalArgumentException("/" + prefix + " is no prefix of " + text(address));
    }
  }

  public static IpNetwork parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("invalid CIDR address: " + text);
    }
    try {
      return new IpNetwork(
          address(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
    } catch (NumberFormatException noNumber) {
      throw new IllegalArgumentException("invalid CIDR address: " + text, noNumber);
    }
  }

  /** An address as a literal; never a name that somebody would have to look up. */
  public static InetAddress address(String text) {
    try {
      if (LITERAL.matcher(text).matches()
          && (text.indexOf(':') >= 0 || text.split("\\.", -1).length == 4)) {
        return InetAddress.ofLiteral(text);
      }
    } catch (IllegalArgumentException notOne) {
      throw new IllegalArgumentException("invalid IP address: " + text, notOne);
    }
    throw new IllegalArgumentException("invalid IP address: " + text);
  }

  public static int bits(InetAddress address) {
    return address.getAddress().length * 8;
  }

  public boolean v4() {
    return address instanceof Inet4Address;
  }

  /** The first address of the network. */
  public InetAddress base() {
    return edge(0x00);
  }

  /** The last address of the network: for IPv4 its broadcast. */
  public InetAddress last() {
    return edge(0xff);
  }

  private InetAddress edge(int rest) {
    byte[] bytes = address.getAddress();
    for (int i = 0; i < bytes.length; i++) {
      int mask = 0xff >> Math.clamp(prefix - 8L * i, 0, 8);
      bytes[i] = (byte) ((bytes[i] & ~mask) | (rest & mask));
    }
    return of(bytes);
  }

  public boolean contains(InetAddress other) {
    return bits(other) == bits(address) && new IpNetwork(other, prefix).base().equals(base());
  }

  /** The address that is that far away. */
  public static InetAddress plus(InetAddress from, long steps) {
    byte[] bytes = from.getAddress();
    BigInteger sum = new BigInteger(1, bytes).add(BigInteger.valueOf(steps));
    byte[] raw = sum.toByteArray();
    byte[] fixed = new byte[bytes.length];
    for (int i = 1; i <= Math.min(raw.length, fixed.length); i++) {
      fixed[fixed.length - i] = raw[raw.length - i];
    }
    return of(fixed);
  }

  public static int compare(InetAddress left, InetAddress right) {
    return new BigInteger(1, left.getAddress()).compareTo(new BigInteger(1, right.getAddress()));
  }

  public static InetAddress of(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException impossible) {
      throw new IllegalArgumentException(bytes.length + " bytes are no address", impossible);
    }
  }

  public static String text(InetAddress address) {
    return IpText.of(address);
  }

  @Override
  public String toString() {
    return text(address) + "/" + prefix;
  }
}

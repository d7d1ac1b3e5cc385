package dev.jubelet.linux;

import java.net.InetAddress;

/** Addresses as Kubernetes writes them. */
public final class IpText {
  private IpText() {}

  /** RFC 5952 for IPv6: the longest run of two or more zero groups is written as "::". */
  public static String of(InetAddress address) {
    byte[] ip = address.getAddress();
    if (ip.length == 4) {
      return address.getHostAddress();
    }
    int bestStart = -1;
    int bestLength = 1;
    int run = 0;
    for (int group = 0; group < 8; group++) {
      run = group(ip, group) == 0 ? run + 1 : 0;
      if (run > bestLength) {
        bestLength = run;
        bestStart = group - run + 1;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int group = 0; group < 8; group++) {
      if (group == bestStart) {
        text.append("::");
        group += bestLength - 1;
        continue;
      }
      if (!text.isEmpty() && !text.toString().endsWith(":")) {
        text.append(':');
      }
      text.append(Integer.toHexString(group(ip, group)));
    }
    return text.toString();
  }

  private static int group(byte[] ipv6, int group) {
    return (ipv6[2 * group] & 0xff) << 8 | (ipv6[2 * group + 1] & 0xff);
  }
}

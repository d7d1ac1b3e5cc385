package dev.jubelet.testkit.runtime;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.HashSet;
import java.util.Set;

/** Addresses of 10.88.0.0/16 in turn, each unique while it is lent. */
final class AddressPool {
  private static final int FIRST = 2;
  private static final int LAST = 0xFFFE;

  private final Set<Integer> lent = new HashSet<>();
  private int next = FIRST;

  String lend() {
    for (int tries = FIRST; tries <= LAST; tries++) {
      int host = next;
      next = next == LAST ? FIRST : next + 1;
      if (lent.add(host)) {
        return "10.88." + (host >> 8) + "." + (host & 0xFF);
      }
    }
    throw new OutsideFailure(FailureKind.EXHAUSTED, "no address is left in 10.88.0.0/16");
  }

  void giveBack(String address) {
    String[] parts = address.split("\\.", -1);
    lent.remove(Integer.parseInt(parts[2]) << 8 | Integer.parseInt(parts[3]));
  }
}

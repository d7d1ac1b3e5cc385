package dev.jubelet.sources;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The hash FNV-1a with 128 bits. */
final class Fnv128 {
  // The prime is 2^88 + 0x13b.
  private static final long PRIME_LOW = 0x13b;
  private static final int PRIME_SHIFT = 88 - Long.SIZE;

  private long high = 0x6c62272e07bb0142L;
  private long low = 0x62b821756295c58dL;

  Fnv128 add(String text) {
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      long mixed = low ^ (each & 0xff);
      high =
          high * PRIME_LOW + Math.unsignedMultiplyHigh(mixed, PRIME_LOW) + (mixed << PRIME_SHIFT);
      low = mixed * PRIME_LOW;
    }
    return this;
  }

  /** 32 digits. */
  String hex() {
    HexFormat digits = HexFormat.of();
    return digits.toHexDigits(high) + digits.toHexDigits(low);
  }
}

package dev.jubelet.cluster.x509;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.util.Arrays;

/** Goes through the values of a DER text, one after the other. */
final class DerReader {
  private final byte[] bytes;
  private int at;

  DerReader(byte[] bytes) {
    this.bytes = bytes;
  }

  boolean hasMore() {
    return at < bytes.length;
  }

  int nextTag() {
    return hasMore() ? bytes[at] & 0xff : -1;
  }

  /** The content of the next value, which must have that tag. */
  byte[] content(int tag) throws GeneralSecurityException {
    int start = at;
    if (nextTag() != tag) {
      throw broken();
    }
    at++;
    int length = length();
    if (length > bytes.length - at) {
      at = start;
      throw broken();
    }
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  private int length() throws GeneralSecurityException {
    int first = one();
    if (first < 0x80) {
      return first;
    }
    int count = first & 0x7f;
    if (count == 0 || count > 3) {
      throw broken();
    }
    int length = 0;
    for (int i = 0; i < count; i++) {
      length = length << 8 | one();
    }
    return length;
  }

  private int one() throws GeneralSecurityException {
    if (!hasMore()) {
      throw broken();
    }
    return bytes[at++] & 0xff;
  }

  private static GeneralSecurityException broken() {
    return new InvalidKeyException("it is damaged");
  }
}

package dev.jubelet.model.objects;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that do not change. Its text form tells their number only: they may be secret. */
public final class Blob {
  private final byte[] bytes;

  private Blob(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Blob of(byte[] bytes) {
    return new Blob(bytes.clone());
  }

  public static Blob of(String text) {
    return new Blob(text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public int size() {
    return bytes.length;
  }

  /** The bytes read as UTF-8, as environment variables get them. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Blob blob && Arrays.equals(bytes, blob.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "Blob[" + bytes.length + " bytes]";
  }
}

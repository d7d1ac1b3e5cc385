package dev.jubelet.linux.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class Sha256Test {
  private static final String OF_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Test
  void hashesAsTheStandardSays() {
    MessageDigest hash = Sha256.begin();
    hash.update("abc".getBytes(StandardCharsets.US_ASCII));
    assertThat(HexFormat.of().formatHex(hash.digest())).isEqualTo(OF_ABC);
  }

  @Test
  void isEmptyAgainAfterwards() {
    MessageDigest hash = Sha256.begin();
    hash.update((byte) 1);
    byte[] once = hash.digest();
    hash.update((byte) 2);
    hash.reset();
    hash.update((byte) 1);
    assertThat(hash.digest()).isEqualTo(once);
    assertThat(hash.digest()).isEqualTo(Sha256.ofJava().digest());
  }

  @Test
  void agreesWithJavaHoweverTheBytesCome() {
    byte[] bytes = new byte[1 << 20];
    Random random = new Random(7);
    random.nextBytes(bytes);
    MessageDigest ours = Sha256.begin();
    MessageDigest java = Sha256.ofJava();
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    int at = 0;
    while (at < bytes.length) {
      int count = Math.min(bytes.length - at, random.nextInt(300_000));
      if (random.nextBoolean()) {
        ours.update(bytes, at, count);
      } else {
        ours.update(direct.duplicate().position(at).limit(at + count));
      }
      java.update(bytes, at, count);
      at += count;
    }
    assertThat(ours.digest()).isEqualTo(java.digest());
  }
}

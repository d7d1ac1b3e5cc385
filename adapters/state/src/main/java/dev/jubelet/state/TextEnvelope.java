package dev.jubelet.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A first line that names the version and the SHA-256 of all that follows. */
final class TextEnvelope implements Envelope {
  private static final String MARK = "jubelet-state 1 ";
  private static final int HEAD_LENGTH = MARK.length() + 64;

  @Override
  public byte[] close(String content) {
    return close(content.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] close(byte[] body) {
    byte[] head = (MARK + sum(body, 0) + "\n").getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(head.length + body.length).put(head).put(body).array();
  }

  @Override
  public String open(byte[] file) throws DamagedFileException {
    if (file.length == 0) {
      throw new DamagedFileException("it is empty");
    }
    if (file.length <= HEAD_LENGTH || file[HEAD_LENGTH] != '\n') {
      throw new DamagedFileException("its first line is not ours");
    }
    String head = new String(file, 0, HEAD_LENGTH, StandardCharsets.ISO_8859_1);
    if (!head.startsWith(MARK)) {
      throw new DamagedFileException("its first line is not ours");
    }
    if (!head.substring(MARK.length()).equals(sum(file, HEAD_LENGTH + 1))) {
      throw new DamagedFileException("its checksum does not match its content");
    }
    return Envelope.text(file, HEAD_LENGTH + 1);
  }

  private static String sum(byte[] bytes, int from) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, from, bytes.length - from);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}

package dev.jubelet.cluster.x509;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** The text form of keys and certificates (RFC 7468). No message repeats what is in it. */
public final class Pem {
  public static final String CERTIFICATE = "CERTIFICATE";

  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String DASHES = "-----";

  private Pem() {}

  /** One part of such a text. */
  public record Block(String type, byte[] bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Block(String otherType, byte[] otherBytes)
          && otherType.equals(type)
          && Arrays.equals(otherBytes, bytes);
    }

    @Override
    public int hashCode() {
      return type.hashCode() * 31 + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return type + " of " + bytes.length + " bytes";
    }
  }

  /** All blocks in order; what stands between them is for people. */
  public static List<Block> read(String text) throws GeneralSecurityException {
    List<Block> blocks = new ArrayList<>();
    String type = "";
    StringBuilder body = new StringBuilder();
    for (String line : (Iterable<String>) text.lines().map(String::strip)::iterator) {
      if (line.startsWith(BEGIN) && line.endsWith(DASHES)) {
        type = line.substring(BEGIN.length(), line.length() - DASHES.length());
        body.setLength(0);
      } else if (!type.isEmpty() && line.equals(END + type + DASHES)) {
        blocks.add(new Block(type, decoded(type, body.toString())));
        type = "";
      } else if (!type.isEmpty()) {
        body.append(line);
      }
    }
    if (!type.isEmpty()) {
      throw new CertificateParsingException("the block " + type + " has no end");
    }
    return blocks;
  }

  private static byte[] decoded(String type, String body) throws GeneralSecurityException {
    if (body.startsWith("Proc-Type:")) {
      throw new CertificateParsingException(
          "the block " + type + " is encrypted, which is not supported");
    }
    try {
      return Base64.getDecoder().decode(body);
    } catch (IllegalArgumentException notBase64) {
      throw new CertificateParsingException("the block " + type + " is not base64");
    }
  }

  public static String write(String type, byte[] bytes) {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    return BEGIN + type + DASHES + "\n" + body + "\n" + END + type + DASHES + "\n";
  }
}

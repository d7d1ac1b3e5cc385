package dev.jubelet.engine.image;

import dev.jubelet.decide.image.CredentialJson;
import dev.jubelet.model.runtime.config.RegistryCredential;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What is remembered of a credential: its SHA-256, as the Go kubelet has it. */
final class CredentialHash {
  private CredentialHash() {}

  static String of(RegistryCredential credential) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(CredentialJson.of(credential).getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}

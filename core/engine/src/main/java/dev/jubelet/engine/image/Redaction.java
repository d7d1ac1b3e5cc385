package dev.jubelet.engine.image;

import dev.jubelet.model.runtime.config.RegistryCredential;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** Takes a credential out of what a runtime or a registry says about it. */
final class Redaction {
  private static final String HIDDEN = "(hidden)";

  private Redaction() {}

  static String of(String message, RegistryCredential credential) {
    String left = message;
    for (String secret : secrets(credential)) {
      left = left.replace(secret, HIDDEN);
    }
    return left;
  }

  /** The longest first: a password may be a part of what is made of it. */
  private static List<String> secrets(RegistryCredential credential) {
    byte[] pair =
        (credential.username() + ":" + credential.password()).getBytes(StandardCharsets.UTF_8);
    return Stream.of(
            credential.password().isEmpty() ? "" : Base64.getEncoder().encodeToString(pair),
            credential.auth(),
            credential.identityToken(),
            credential.registryToken(),
            URLEncoder.encode(credential.password(), StandardCharsets.UTF_8),
            credential.password())
        .filter(secret -> !secret.isEmpty())
        .sorted((a, b) -> b.length() - a.length())
        .toList();
  }
}

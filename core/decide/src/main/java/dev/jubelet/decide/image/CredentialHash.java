package dev.jubelet.decide.image;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.model.runtime.config.RegistryCredential;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What the Go kubelet remembers of a credential: the SHA-256 of its JSON form. */
public final class CredentialHash {
  private CredentialHash() {}

  public static String of(RegistryCredential credential) {
    String json =
        JsonWriter.go(
            new JsonObject()
                .putUnlessEmpty("username", credential.username())
                .putUnlessEmpty("password", credential.password())
                .putUnlessEmpty("auth", credential.auth())
                .putUnlessEmpty("serveraddress", credential.serverAddress())
                .putUnlessEmpty("identitytoken", credential.identityToken())
                .putUnlessEmpty("registrytoken", credential.registryToken())
                .build());
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(json.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}

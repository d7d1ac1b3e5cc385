package dev.jubelet.decide.image;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.model.runtime.config.RegistryCredential;

/** A credential as the Go kubelet writes it before it hashes it. It is only for that. */
public final class CredentialJson {
  private CredentialJson() {}

  public static String of(RegistryCredential credential) {
    return JsonWriter.go(
        new JsonObject()
            .putUnlessEmpty("username", credential.username())
            .putUnlessEmpty("password", credential.password())
            .putUnlessEmpty("auth", credential.auth())
            .putUnlessEmpty("serveraddress", credential.serverAddress())
            .putUnlessEmpty("identitytoken", credential.identityToken())
            .putUnlessEmpty("registrytoken", credential.registryToken())
            .build());
  }
}

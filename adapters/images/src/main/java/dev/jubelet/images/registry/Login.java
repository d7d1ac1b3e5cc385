package dev.jubelet.images.registry;

import dev.jubelet.model.runtime.config.RegistryCredential;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A credential in the three forms that it can have; its text form says nothing. */
record Login(String user, String password, String identityToken, String registryToken) {
  static final Login NONE = new Login("", "", "", "");

  static Login of(RegistryCredential credential) {
    String user = credential.username();
    String password = credential.password();
    if (user.isEmpty() && password.isEmpty() && !credential.auth().isEmpty()) {
      String decoded = decoded(credential.auth());
      int colon = decoded.indexOf(':');
      if (colon >= 0) {
        user = decoded.substring(0, colon);
        password = decoded.substring(colon + 1).replaceAll("\0+$", "");
      }
    }
    return new Login(user, password, credential.identityToken(), credential.registryToken());
  }

  private static String decoded(String auth) {
    try {
      return new String(Base64.getDecoder().decode(auth.strip()), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      // Whoever gave it is told by the registry's refusal; its text is not for a message.
      return "";
    }
  }

  boolean hasPassword() {
    return !user.isEmpty() || !password.isEmpty();
  }

  String basic() {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "Login[…]";
  }
}

package dev.jubelet.model.runtime.config;

/** Its text form hides what is secret, so that it can stand in a log line by accident. */
public record RegistryCredential(
    String username,
    String password,
    String auth,
    String serverAddress,
    String identityToken,
    String registryToken) {
  @Override
  public String toString() {
    return "RegistryCredential[" + serverAddress + "]";
  }
}

package dev.jubelet.model.image;

import dev.jubelet.model.runtime.config.RegistryCredential;

/**
 * One entry of a docker configuration: who to be at which registry.
 *
 * @param place as its author wrote it: a host, perhaps with scheme, port, path or globs
 */
public record RegistryLogin(String place, RegistryCredential credential) {
  public static RegistryLogin of(String place, String username, String password) {
    return new RegistryLogin(place, new RegistryCredential(username, password, "", "", "", ""));
  }
}

package dev.jubelet.cluster.access;

import java.util.Optional;

/** Who we are to an API server. */
public record UserAccess(
    Optional<TextSource> certificate,
    Optional<TextSource> key,
    Optional<TextSource> token,
    Optional<Password> password,
    Optional<ExecCredentialConfig> exec) {
  public static final UserAccess NOBODY =
      new UserAccess(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** A name and the word that goes with it. */
  public record Password(String user, String secret) {
    @Override
    public String toString() {
      return user;
    }
  }
}

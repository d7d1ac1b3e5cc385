package dev.jubelet.decide.image;

import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.model.runtime.config.RegistryCredential;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which of many logins are for an image. */
public final class Keyring {
  /** Kubernetes: what docker wrote for its own registry counts for all names without a registry. */
  private static final RegistryPattern HUB = RegistryPattern.of("index.docker.io");

  private record Entry(RegistryPattern place, RegistryLogin login) {}

  private Keyring() {}

  /**
   * The credentials to try, the most specific first; logins of the same place keep their order.
   *
   * @param repository as {@link ImageName#repository} has it
   */
  public static List<RegistryCredential> find(List<RegistryLogin> logins, String repository) {
    return logins(logins, repository).stream().map(RegistryLogin::credential).toList();
  }

  /** As {@link #find}, with the places that the credentials are for. */
  public static List<RegistryLogin> logins(List<RegistryLogin> logins, String repository) {
    List<Entry> entries = new ArrayList<>();
    for (RegistryLogin login : logins) {
      entries.add(new Entry(RegistryPattern.ofLogin(login.place()), login));
    }
    RegistryPattern target = RegistryPattern.of(repository);
    List<RegistryLogin> found =
        entries.stream()
            .filter(entry -> entry.place().matches(target))
            .sorted(Comparator.comparing((Entry entry) -> entry.place().key()).reversed())
            .map(Entry::login)
            .toList();
    if (!found.isEmpty() || !repository.startsWith("docker.io/")) {
      return found;
    }
    return entries.stream().filter(entry -> entry.place().equals(HUB)).map(Entry::login).toList();
  }
}

package dev.jubelet.engine.image;

import dev.jubelet.decide.image.RegistryPattern;
import dev.jubelet.model.image.CacheScope;
import dev.jubelet.model.image.CredentialProvider;
import dev.jubelet.model.image.ProviderAnswer;
import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.RegistryCredentials;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks credential provider plugins, once for as long as their answer holds. */
final class ProviderCredentials {
  /** A provider has a minute for its answer; this is for who waits beside. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);

  private static final int ANSWERS_MAX = 1000;
  private static final String EVERYWHERE = "<global>";

  private record Question(String provider, String about) {}

  private record Answer(List<RegistryLogin> logins, Instant until) {}

  private final RegistryCredentials source;
  private final NodeTime time;
  private final Journal journal;
  private final SingleFlight<Question, List<RegistryLogin>> pulls =
      new SingleFlight<>("a credential provider", LONGEST_WAIT);
  private final Map<Question, Answer> known = new LinkedHashMap<>();

  ProviderCredentials(RegistryCredentials source, NodeTime time, Journal journal) {
    this.source = source;
    this.time = time;
    this.journal = journal;
  }

  /** A provider that fails is told about, and the pull goes on with what there is. */
  List<RegistryLogin> about(String repository) {
    List<RegistryLogin> logins = new ArrayList<>();
    for (CredentialProvider provider : source.providers()) {
      if (RegistryPattern.anyMatches(provider.matchImages(), repository)) {
        try {
          logins.addAll(of(provider, repository));
        } catch (OutsideFailure failed) {
          journal.write(
              Journal.Level.WARNING,
              "FailedCredentialProvider",
              "credential provider %s for %s: %s"
                  .formatted(provider.name(), repository, failed.text()));
        }
      }
    }
    return logins;
  }

  private List<RegistryLogin> of(CredentialProvider provider, String repository) {
    List<RegistryLogin> remembered = remembered(provider, repository);
    return remembered != null
        ? remembered
        : pulls.join(new Question(provider.name(), repository), () -> fresh(provider, repository));
  }

  private List<RegistryLogin> fresh(CredentialProvider provider, String repository) {
    ProviderAnswer answer = source.ask(provider, repository);
    Duration holds =
        Objects.requireNonNullElse(answer.cacheDuration(), provider.defaultCacheDuration());
    if (holds.isPositive()) {
      remember(
          new Question(provider.name(), key(answer.scope(), repository)),
          new Answer(answer.logins(), time.now().plus(holds)));
    }
    return answer.logins();
  }

  private synchronized @Nullable List<RegistryLogin> remembered(
      CredentialProvider provider, String repository) {
    Instant now = time.now();
    for (CacheScope scope : CacheScope.values()) {
      Answer answer = known.get(new Question(provider.name(), key(scope, repository)));
      if (answer != null && answer.until().isAfter(now)) {
        return answer.logins();
      }
    }
    return null;
  }

  private synchronized void remember(Question question, Answer answer) {
    Instant now = time.now();
    known.values().removeIf(old -> !old.until().isAfter(now));
    if (known.size() >= ANSWERS_MAX) {
      known.remove(known.keySet().iterator().next());
    }
    known.put(question, answer);
  }

  private static String key(CacheScope scope, String repository) {
    return switch (scope) {
      case IMAGE -> repository;
      case REGISTRY -> repository.substring(0, repository.indexOf('/'));
      case GLOBAL -> EVERYWHERE;
    };
  }
}

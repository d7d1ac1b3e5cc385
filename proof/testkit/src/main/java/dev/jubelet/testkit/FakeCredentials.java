package dev.jubelet.testkit;

import dev.jubelet.model.image.CredentialProvider;
import dev.jubelet.model.image.ProviderAnswer;
import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.RegistryCredentials;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Credentials that a test puts in. */
public final class FakeCredentials implements RegistryCredentials {
  private final Map<String, List<RegistryLogin>> bySecret = new LinkedHashMap<>();
  private final List<RegistryLogin> node = new ArrayList<>();
  private final Map<CredentialProvider, Function<String, ProviderAnswer>> providers =
      new LinkedHashMap<>();
  private final List<String> questions = new ArrayList<>();

  /** What a secret of this name holds. A secret without logins cannot be read. */
  public synchronized void secret(String name, RegistryLogin... logins) {
    bySecret.put(name, List.of(logins));
  }

  public synchronized void node(RegistryLogin login) {
    node.add(login);
  }

  public synchronized void provider(
      CredentialProvider provider, Function<String, ProviderAnswer> answers) {
    providers.put(provider, answers);
  }

  /** What providers were asked, as {@code NAME IMAGE}. */
  public synchronized List<String> questions() {
    return List.copyOf(questions);
  }

  @Override
  public synchronized List<RegistryLogin> ofSecret(Secret pullSecret) {
    List<RegistryLogin> logins = bySecret.get(pullSecret.metadata().name());
    if (logins == null) {
      throw new OutsideFailure(FailureKind.BAD_SPEC, "it is not a docker configuration");
    }
    return logins;
  }

  @Override
  public synchronized List<RegistryLogin> ofNode() {
    return List.copyOf(node);
  }

  @Override
  public synchronized List<CredentialProvider> providers() {
    return List.copyOf(providers.keySet());
  }

  @Override
  public ProviderAnswer ask(CredentialProvider provider, String image) {
    Function<String, ProviderAnswer> answers;
    synchronized (this) {
      questions.add(provider.name() + " " + image);
      answers = providers.get(provider);
    }
    if (answers == null) {
      throw new OutsideFailure(FailureKind.NOT_FOUND, "there is no provider " + provider.name());
    }
    return answers.apply(image);
  }
}

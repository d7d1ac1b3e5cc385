package dev.jubelet.engine.image;

import dev.jubelet.decide.image.Keyring;
import dev.jubelet.model.image.PullAccess;
import dev.jubelet.model.image.PullSecret;
import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.model.meta.LocalObjectReference;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeObjects;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.RegistryCredentials;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The credentials to try for an image of a pod. Kubernetes: those of its pull secrets, then those
 * of the node, then those of providers. Whatever cannot be had is told about and left out, since
 * the image may be public.
 */
final class PullCredentials {
  private final NodeObjects objects;
  private final RegistryCredentials source;
  private final ProviderCredentials providers;
  private final Journal journal;

  PullCredentials(NodeObjects objects, RegistryCredentials source, NodeTime time, Journal journal) {
    this.objects = objects;
    this.source = source;
    this.providers = new ProviderCredentials(source, time, journal);
    this.journal = journal;
  }

  /**
   * A credential, and who may use what is pulled with it. Pull secrets are a pod's own, everything
   * else is the node's.
   */
  record Source(RegistryCredential credential, PullAccess access) {
    private static Source ofNode(RegistryCredential credential) {
      return new Source(credential, PullAccess.EVERY_POD);
    }
  }

  /** Each credential once, with the first that has it. */
  List<Source> of(Pod pod, String repository) {
    List<Source> all = new ArrayList<>();
    for (FromSecret found : secretsFor(pod, repository)) {
      all.add(new Source(found.credential(), PullAccess.of(found.secret())));
    }
    Keyring.find(ofNode(), repository).forEach(each -> all.add(Source.ofNode(each)));
    Keyring.find(providers.about(repository), repository)
        .forEach(each -> all.add(Source.ofNode(each)));
    Set<RegistryCredential> seen = new HashSet<>();
    return all.stream().filter(source -> seen.add(source.credential())).toList();
  }

  /** The pod's secrets that have a credential for the image. */
  List<PullSecret> secrets(Pod pod, String repository) {
    return secretsFor(pod, repository).stream().map(FromSecret::secret).toList();
  }

  private record FromSecret(RegistryCredential credential, PullSecret secret) {}

  private List<FromSecret> secretsFor(Pod pod, String repository) {
    IdentityHashMap<RegistryLogin, Secret> secrets = new IdentityHashMap<>();
    List<RegistryLogin> logins = ofSecrets(pod, secrets);
    List<FromSecret> found = new ArrayList<>();
    for (RegistryLogin login : Keyring.logins(logins, repository)) {
      Secret secret = Objects.requireNonNull(secrets.get(login));
      found.add(
          new FromSecret(
              login.credential(),
              new PullSecret(
                  secret.metadata().uid(),
                  secret.metadata().namespace(),
                  secret.metadata().name(),
                  CredentialHash.of(login.credential()))));
    }
    return found;
  }

  /**
   * @param secrets gets the secret of each login
   */
  private List<RegistryLogin> ofSecrets(Pod pod, IdentityHashMap<RegistryLogin, Secret> secrets) {
    List<RegistryLogin> logins = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (LocalObjectReference reference : pod.spec().imagePullSecrets()) {
      // The API server lets references without a name pass.
      if (reference.name().isEmpty()) {
        continue;
      }
      Optional<Secret> secret = find(pod, reference.name());
      if (secret.isEmpty()) {
        missing.add(reference.name());
        continue;
      }
      try {
        for (RegistryLogin login : source.ofSecret(secret.get())) {
          // One of its own, although another secret may say the same.
          RegistryLogin own = new RegistryLogin(login.place(), login.credential());
          logins.add(own);
          secrets.put(own, secret.get());
        }
      } catch (OutsideFailure unreadable) {
        tell(
            pod, "image pull secret " + reference.name() + " cannot be used: " + unreadable.text());
      }
    }
    if (!missing.isEmpty()) {
      tell(
          pod,
          "Unable to retrieve some image pull secrets (%s); attempting to pull the image may not"
                  .formatted(String.join(", ", missing))
              + " succeed.");
    }
    return logins;
  }

  /** One that is not known yet is as good as missing: a pull that fails is tried again anyway. */
  private Optional<Secret> find(Pod pod, String name) {
    try {
      return objects.of(pod).secret(pod.metadata().namespace(), name);
    } catch (OutsideFailure unknown) {
      return Optional.empty();
    }
  }

  private void tell(Pod pod, String message) {
    journal.announce(Journal.Level.WARNING, pod, "FailedToRetrieveImagePullSecret", message);
  }

  private List<RegistryLogin> ofNode() {
    try {
      return source.ofNode();
    } catch (OutsideFailure unreadable) {
      journal.write(Journal.Level.WARNING, "FailedNodeCredentials", unreadable.text());
      return List.of();
    }
  }
}

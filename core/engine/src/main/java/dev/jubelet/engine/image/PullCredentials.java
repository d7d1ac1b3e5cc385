package dev.jubelet.engine.image;

import dev.jubelet.decide.image.Keyring;
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
import java.util.LinkedHashSet;
import java.util.List;
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

  List<RegistryCredential> of(Pod pod, String repository) {
    Set<RegistryCredential> all = new LinkedHashSet<>();
    all.addAll(Keyring.find(ofSecrets(pod), repository));
    all.addAll(Keyring.find(ofNode(), repository));
    all.addAll(Keyring.find(providers.about(repository), repository));
    return List.copyOf(all);
  }

  private List<RegistryLogin> ofSecrets(Pod pod) {
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
        logins.addAll(source.ofSecret(secret.get()));
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

package dev.jubelet.decide.image;

import dev.jubelet.model.image.PullAccess;
import dev.jubelet.model.image.PullSecret;
import dev.jubelet.model.image.PullServiceAccount;
import dev.jubelet.model.image.PulledImage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who may use an image that is present without asking its registry. Kubernetes: whoever shows a
 * credential that it was pulled with before, or the same Secret with another credential.
 */
public final class ImageAccessRule {
  /** Kubernetes: how many secrets are remembered for one name, so that records do not grow. */
  private static final int SECRETS_MAX = 100;

  /** How many names are remembered for one image. A pod beyond them asks its registry. */
  private static final int NAMES_MAX = 20;

  private static final Comparator<PullSecret> BY_OBJECT =
      Comparator.comparing(PullSecret::namespace)
          .thenComparing(PullSecret::name)
          .thenComparing(PullSecret::uid);

  private ImageAccessRule() {}

  /**
   * @param use whether the pod may use the image; else it has to be pulled for it
   * @param learnt a secret that is as good as those that are remembered, and is not among them
   */
  public record Decision(boolean use, Optional<PullSecret> learnt) {
    static final Decision PULL = new Decision(false, Optional.empty());
    static final Decision USE = new Decision(true, Optional.empty());
  }

  /** Whether the decision depends on what the pod can show. */
  public static boolean dependsOnSecrets(PullHistory history) {
    PullAccess access = history.access();
    return access != null && !access.nodePodsAccessible() && !access.kubernetesSecrets().isEmpty();
  }

  /**
   * For an image whose access is to be verified.
   *
   * @param shown the pull secrets of the pod that are for this image
   */
  public static Decision decide(PullHistory history, List<PullSecret> shown) {
    PullAccess access = history.access();
    if (access == null) {
      return Decision.PULL;
    }
    if (access.nodePodsAccessible()) {
      return Decision.USE;
    }
    boolean room = access.kubernetesSecrets().size() < SECRETS_MAX;
    for (PullSecret secret : shown) {
      for (PullSecret known : access.kubernetesSecrets()) {
        boolean sameCredential =
            !known.credentialHash().isEmpty()
                && known.credentialHash().equals(secret.credentialHash());
        if (sameCredential && known.isSameObject(secret)) {
          return Decision.USE;
        }
        if (sameCredential) {
          return room ? new Decision(true, Optional.of(secret)) : Decision.USE;
        }
        if (known.isSameObject(secret) && room) {
          return new Decision(true, Optional.of(secret));
        }
      }
    }
    return Decision.PULL;
  }

  /**
   * The record with one more way to use the image; empty when that changes nothing.
   *
   * @param name without tag and digest
   */
  public static Optional<PulledImage> with(
      PulledImage image, String name, PullAccess more, Instant now) {
    PullAccess known = image.credentialMapping().get(name);
    if (known == null && image.credentialMapping().size() >= NAMES_MAX) {
      return Optional.empty();
    }
    PullAccess joined = known == null ? more : joined(known, more);
    if (joined.equals(known)) {
      return Optional.empty();
    }
    Map<String, PullAccess> mapping = new LinkedHashMap<>(image.credentialMapping());
    mapping.put(name, joined);
    return Optional.of(new PulledImage(now, image.imageRef(), mapping));
  }

  private static PullAccess joined(PullAccess known, PullAccess more) {
    if (known.nodePodsAccessible() || more.nodePodsAccessible()) {
      return PullAccess.EVERY_POD;
    }
    List<PullSecret> secrets = new ArrayList<>(known.kubernetesSecrets());
    for (PullSecret secret : more.kubernetesSecrets()) {
      boolean replaced = secrets.removeIf(secret::isSameObject);
      if (replaced || secrets.size() < SECRETS_MAX) {
        secrets.add(secret);
      }
    }
    secrets.sort(BY_OBJECT);
    List<PullServiceAccount> accounts = new ArrayList<>(known.kubernetesServiceAccounts());
    more.kubernetesServiceAccounts().stream()
        .filter(account -> !accounts.contains(account))
        .forEach(accounts::add);
    return new PullAccess(secrets, accounts, false);
  }
}

package dev.jubelet.model.image;

import java.util.List;

/**
 * Who may use an image that was pulled. Nobody yet, when all of it is empty.
 *
 * @param nodePodsAccessible every pod of the node: no credentials were needed, or the node's own
 */
public record PullAccess(
    List<PullSecret> kubernetesSecrets,
    List<PullServiceAccount> kubernetesServiceAccounts,
    boolean nodePodsAccessible) {
  public static final PullAccess EVERY_POD = new PullAccess(List.of(), List.of(), true);

  public PullAccess {
    kubernetesSecrets = List.copyOf(kubernetesSecrets);
    kubernetesServiceAccounts = List.copyOf(kubernetesServiceAccounts);
  }

  public static PullAccess of(PullSecret secret) {
    return new PullAccess(List.of(secret), List.of(), false);
  }
}

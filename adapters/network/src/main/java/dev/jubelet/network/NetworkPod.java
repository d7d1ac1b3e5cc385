package dev.jubelet.network;

import dev.jubelet.model.runtime.config.SandboxConfig;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A pod that wants a network.
 *
 * @param netns where its network namespace is pinned
 */
public record NetworkPod(
    String sandboxId, Path netns, SandboxConfig config, Optional<Bandwidth> bandwidth) {
  /** In bits a second, and bits. */
  public record Bandwidth(long ingressRate, long ingressBurst, long egressRate, long egressBurst) {}
}

package dev.jubelet.testkit.runtime;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SandboxConfig;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sandbox of the fake runtime. It may be not ready and still have its network. */
final class FakeSandbox {
  final SandboxId id;
  final SandboxConfig config;
  final String runtimeHandler;
  final Instant createdAt;
  boolean ready = true;
  @Nullable String address;
  private final PodUid uid;
  private final PodUid labelledUid;

  /** Its last line in a list: the same until it is not ready any more. */
  private @Nullable ObservedSandbox listed;

  FakeSandbox(SandboxId id, SandboxConfig config, String runtimeHandler, Instant createdAt) {
    this.id = id;
    this.config = config;
    this.runtimeHandler = runtimeHandler;
    this.createdAt = createdAt;
    this.uid = new PodUid(config.uid());
    this.labelledUid = FakePodLabels.uid(config.labels());
  }

  PodUid uid() {
    return uid;
  }

  /** The pod that its labels name, by which lists find it; empty without such a label. */
  PodUid labelledUid() {
    return labelledUid;
  }

  NamespaceOptions.Mode network() {
    return config.security().namespaces().network();
  }

  ObservedSandbox status() {
    return observed(address == null ? List.of() : List.of(address), network());
  }

  /** CRI: a list says nothing of the network. */
  ObservedSandbox listed() {
    if (listed == null || listed.ready() != ready) {
      listed = observed(List.of(), NamespaceOptions.Mode.POD);
    }
    return listed;
  }

  private ObservedSandbox observed(List<String> ips, NamespaceOptions.Mode network) {
    return new ObservedSandbox(
        id,
        config.name(),
        config.namespace(),
        uid(),
        config.attempt(),
        ready,
        createdAt,
        ips,
        network,
        runtimeHandler,
        config.labels(),
        config.annotations());
  }
}

package dev.jubelet.model.runtime;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A sandbox as the runtime shows it. {@code ips} and {@code network} need a status call, not only a
 * list.
 */
@RecordBuilder
public record ObservedSandbox(
    SandboxId id,
    String name,
    String namespace,
    PodUid uid,
    int attempt,
    boolean ready,
    Instant createdAt,
    List<String> ips,
    NamespaceOptions.Mode network,
    String runtimeHandler,
    Map<String, String> labels,
    Map<String, String> annotations) {
  public ObservedSandbox {
    ips = List.copyOf(ips);
    labels = Ordered.copyOf(labels);
    annotations = Ordered.copyOf(annotations);
  }

  public ObservedSandbox notReady() {
    return ObservedSandboxBuilder.builder(this).ready(false).build();
  }
}

package dev.jubelet.model.runtime;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.status.LinuxContainerUser;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A container as the runtime shows it. {@code attempt} counts restarts: the first one has 0.
 *
 * @param resources what it may use, where the runtime tells (CRI: only in a status, since 1.27)
 * @param user who its first process was, where the runtime tells (CRI: only in a status, since
 *     1.31)
 */
@RecordBuilder
public record ObservedContainer(
    ContainerId id,
    SandboxId sandbox,
    PodUid uid,
    String name,
    int attempt,
    ContainerCondition condition,
    Instant createdAt,
    String image,
    String imageRef,
    String imageId,
    String logPath,
    Map<String, String> labels,
    Map<String, String> annotations,
    @Nullable LinuxResources resources,
    @Nullable LinuxContainerUser user) {
  public ObservedContainer {
    labels = Ordered.copyOf(labels);
    annotations = Ordered.copyOf(annotations);
  }

  /** CRI: the status of a container does not name its sandbox; whoever asked knows it. */
  public ObservedContainer in(SandboxId known) {
    return ObservedContainerBuilder.builder(this).sandbox(known).build();
  }

  public ObservedContainer with(ContainerCondition newCondition) {
    return ObservedContainerBuilder.builder(this).condition(newCondition).build();
  }

  public boolean running() {
    return condition instanceof ContainerCondition.Running;
  }
}

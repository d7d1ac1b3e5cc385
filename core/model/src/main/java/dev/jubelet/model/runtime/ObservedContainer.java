package dev.jubelet.model.runtime;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.PodUid;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A container as the runtime shows it. {@code attempt} counts restarts: the first one has 0.
 *
 * @param resources what it may use, where the runtime tells (CRI: only in a status, since 1.27)
 */
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
    @Nullable LinuxResources resources) {
  public ObservedContainer {
    labels = Ordered.copyOf(labels);
    annotations = Ordered.copyOf(annotations);
  }

  /** Of a runtime, or a list, that does not tell what its containers may use. */
  public ObservedContainer(
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
      Map<String, String> annotations) {
    this(
        id,
        sandbox,
        uid,
        name,
        attempt,
        condition,
        createdAt,
        image,
        imageRef,
        imageId,
        logPath,
        labels,
        annotations,
        null);
  }

  /** CRI: the status of a container does not name its sandbox; whoever asked knows it. */
  public ObservedContainer in(SandboxId known) {
    return copy(known, condition, createdAt);
  }

  public ObservedContainer with(ContainerCondition newCondition) {
    return copy(sandbox, newCondition, createdAt);
  }

  public ObservedContainer madeAt(Instant moment) {
    return copy(sandbox, condition, moment);
  }

  public boolean running() {
    return condition instanceof ContainerCondition.Running;
  }

  private ObservedContainer copy(
      SandboxId newSandbox, ContainerCondition newCondition, Instant newCreatedAt) {
    return new ObservedContainer(
        id,
        newSandbox,
        uid,
        name,
        attempt,
        newCondition,
        newCreatedAt,
        image,
        imageRef,
        imageId,
        logPath,
        labels,
        annotations,
        resources);
  }
}

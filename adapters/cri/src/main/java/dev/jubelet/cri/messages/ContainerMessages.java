package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.Container;
import dev.jubelet.cri.wire.ContainerMetadata;
import dev.jubelet.cri.wire.ContainerState;
import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.status.LinuxContainerUser;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Containers as a runtime shows them, read by its client. */
public final class ContainerMessages {
  private static final ContainerCondition CREATED = new ContainerCondition.Created();
  private static final ContainerCondition UNKNOWN = new ContainerCondition.Unknown();
  private static final ContainerCondition RUNNING = new ContainerCondition.Running(Instant.EPOCH);
  private static final ContainerCondition EXITED =
      new ContainerCondition.Exited(Instant.EPOCH, Instant.EPOCH, 0, "", "");

  private ContainerMessages() {}

  public static ObservedContainer observed(Container wire) {
    return observed(
        wire.getId(),
        new SandboxId(wire.getPodSandboxId()),
        wire.getMetadata(),
        listedCondition(wire.getState()),
        wire.getCreatedAt(),
        wire.getImage().getImage(),
        wire.getImageRef(),
        wire.getImageId(),
        "",
        wire.getLabelsMap(),
        wire.getAnnotationsMap(),
        null,
        null);
  }

  public static ObservedContainer observed(ContainerStatus wire, SandboxId sandbox) {
    return observed(
        wire.getId(),
        sandbox,
        wire.getMetadata(),
        condition(wire),
        wire.getCreatedAt(),
        wire.getImage().getImage(),
        wire.getImageRef(),
        wire.getImageId(),
        wire.getLogPath(),
        wire.getLabelsMap(),
        wire.getAnnotationsMap(),
        ResourceMessages.observed(wire),
        user(wire));
  }

  private static ContainerCondition listedCondition(ContainerState state) {
    return switch (state) {
      case CONTAINER_CREATED -> CREATED;
      case CONTAINER_RUNNING -> RUNNING;
      case CONTAINER_EXITED -> EXITED;
      case CONTAINER_UNKNOWN, UNRECOGNIZED -> UNKNOWN;
    };
  }

  private static ContainerCondition condition(ContainerStatus wire) {
    return switch (wire.getState()) {
      case CONTAINER_CREATED -> CREATED;
      case CONTAINER_RUNNING ->
          new ContainerCondition.Running(WireTime.instant(wire.getStartedAt()));
      case CONTAINER_EXITED ->
          new ContainerCondition.Exited(
              WireTime.instant(wire.getStartedAt()),
              WireTime.instant(wire.getFinishedAt()),
              wire.getExitCode(),
              wire.getReason(),
              wire.getMessage());
      case CONTAINER_UNKNOWN, UNRECOGNIZED -> UNKNOWN;
    };
  }

  private static ObservedContainer observed(
      String id,
      SandboxId sandbox,
      ContainerMetadata metadata,
      ContainerCondition condition,
      long createdAt,
      String image,
      String imageRef,
      String imageId,
      String logPath,
      Map<String, String> labels,
      Map<String, String> annotations,
      @Nullable LinuxResources resources,
      @Nullable LinuxContainerUser user) {
    return new ObservedContainer(
        new ContainerId(id),
        sandbox,
        new PodUid(PodLabels.orElse(labels, PodLabels.POD_UID, "")),
        PodLabels.orElse(labels, PodLabels.CONTAINER_NAME, metadata.getName()),
        metadata.getAttempt(),
        condition,
        WireTime.instant(createdAt),
        image,
        imageRef,
        // Runtimes from before CRI of Kubernetes 1.30 have one field for both.
        imageId.isEmpty() ? imageRef : imageId,
        logPath,
        labels,
        annotations,
        resources,
        user);
  }

  private static @Nullable LinuxContainerUser user(ContainerStatus wire) {
    if (!wire.getUser().hasLinux()) {
      return null;
    }
    dev.jubelet.cri.wire.LinuxContainerUser user = wire.getUser().getLinux();
    return new LinuxContainerUser(user.getUid(), user.getGid(), user.getSupplementalGroupsList());
  }
}

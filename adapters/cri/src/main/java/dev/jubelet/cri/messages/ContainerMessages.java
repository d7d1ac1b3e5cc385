package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.Container;
import dev.jubelet.cri.wire.ContainerMetadata;
import dev.jubelet.cri.wire.ContainerResources;
import dev.jubelet.cri.wire.ContainerState;
import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.cri.wire.ContainerUser;
import dev.jubelet.cri.wire.ImageSpec;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.status.LinuxContainerUser;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Containers as a runtime shows them. */
public final class ContainerMessages {
  private ContainerMessages() {}

  /** A list tells less than a status, and nothing else. */
  public static ObservedContainer observed(Container wire) {
    ContainerStatus status =
        ContainerStatus.newBuilder()
            .setId(wire.getId())
            .setMetadata(wire.getMetadata())
            .setStateValue(wire.getStateValue())
            .setCreatedAt(wire.getCreatedAt())
            .setImage(wire.getImage())
            .setImageRef(wire.getImageRef())
            .setImageId(wire.getImageId())
            .putAllLabels(wire.getLabelsMap())
            .putAllAnnotations(wire.getAnnotationsMap())
            .build();
    return observed(status, new SandboxId(wire.getPodSandboxId()));
  }

  public static ObservedContainer observed(ContainerStatus wire, SandboxId sandbox) {
    Map<String, String> labels = wire.getLabelsMap();
    return new ObservedContainer(
        new ContainerId(wire.getId()),
        sandbox,
        new PodUid(PodLabels.orElse(labels, PodLabels.POD_UID, "")),
        PodLabels.orElse(labels, PodLabels.CONTAINER_NAME, wire.getMetadata().getName()),
        wire.getMetadata().getAttempt(),
        condition(wire),
        WireTime.instant(wire.getCreatedAt()),
        wire.getImage().getImage(),
        wire.getImageRef(),
        // Runtimes from before CRI of Kubernetes 1.30 have one field for both.
        wire.getImageId().isEmpty() ? wire.getImageRef() : wire.getImageId(),
        wire.getLogPath(),
        labels,
        wire.getAnnotationsMap(),
        ResourceMessages.observed(wire),
        user(wire));
  }

  private static ContainerCondition condition(ContainerStatus wire) {
    return switch (wire.getState()) {
      case CONTAINER_CREATED -> new ContainerCondition.Created();
      case CONTAINER_RUNNING ->
          new ContainerCondition.Running(WireTime.instant(wire.getStartedAt()));
      case CONTAINER_EXITED ->
          new ContainerCondition.Exited(
              WireTime.instant(wire.getStartedAt()),
              WireTime.instant(wire.getFinishedAt()),
              wire.getExitCode(),
              wire.getReason(),
              wire.getMessage());
      case CONTAINER_UNKNOWN, UNRECOGNIZED -> new ContainerCondition.Unknown();
    };
  }

  private static @Nullable LinuxContainerUser user(ContainerStatus wire) {
    if (!wire.getUser().hasLinux()) {
      return null;
    }
    dev.jubelet.cri.wire.LinuxContainerUser user = wire.getUser().getLinux();
    return new LinuxContainerUser(user.getUid(), user.getGid(), user.getSupplementalGroupsList());
  }

  public static Container listed(ObservedContainer container) {
    return Container.newBuilder()
        .setId(container.id().value())
        .setPodSandboxId(container.sandbox().value())
        .setMetadata(metadata(container))
        .setImage(image(container))
        .setImageRef(container.imageRef())
        .setImageId(container.imageId())
        .setState(state(container.condition()))
        .setCreatedAt(WireTime.nanos(container.createdAt()))
        .putAllLabels(container.labels())
        .putAllAnnotations(container.annotations())
        .build();
  }

  /**
   * @param config with which it was made; it tells what a look at the container does not show
   */
  public static ContainerStatus status(
      ObservedContainer container, Optional<ContainerConfig> config) {
    ContainerStatus.Builder wire =
        ContainerStatus.newBuilder()
            .setId(container.id().value())
            .setMetadata(metadata(container))
            .setState(state(container.condition()))
            .setCreatedAt(WireTime.nanos(container.createdAt()))
            .setImage(image(container))
            .setImageRef(container.imageRef())
            .setImageId(container.imageId())
            .putAllLabels(container.labels())
            .putAllAnnotations(container.annotations())
            .setLogPath(container.logPath());
    tell(wire, container.condition());
    config.ifPresent(known -> {
      for (MountSpec mount : known.mounts()) {
        wire.addMounts(MountMessages.mount(mount));
      }
      wire.setStopSignal(StopSignalMessages.wire(known.stopSignal()));
      wire.getImageBuilder().setUserSpecifiedImage(known.image().userSpecified());
    });
    LinuxResources resources = container.resources();
    if (resources != null) {
      wire.setResources(
          ContainerResources.newBuilder().setLinux(ResourceMessages.linux(resources)));
    }
    LinuxContainerUser user = container.user();
    if (user != null) {
      wire.setUser(
          ContainerUser.newBuilder()
              .setLinux(
                  dev.jubelet.cri.wire.LinuxContainerUser.newBuilder()
                      .setUid(user.uid())
                      .setGid(user.gid())
                      .addAllSupplementalGroups(user.supplementalGroups())));
    }
    return wire.build();
  }

  private static void tell(ContainerStatus.Builder wire, ContainerCondition condition) {
    switch (condition) {
      case ContainerCondition.Created _ -> {}
      case ContainerCondition.Unknown _ -> wire.setReason("Unknown");
      case ContainerCondition.Running running ->
          wire.setStartedAt(WireTime.nanos(running.startedAt()));
      case ContainerCondition.Exited exited ->
          wire.setStartedAt(WireTime.nanos(exited.startedAt()))
              .setFinishedAt(WireTime.nanos(exited.finishedAt()))
              .setExitCode(exited.exitCode())
              .setReason(exited.reason())
              .setMessage(exited.message());
    }
  }

  public static ContainerMetadata metadata(ObservedContainer container) {
    return ContainerMetadata.newBuilder()
        .setName(container.name())
        .setAttempt(container.attempt())
        .build();
  }

  private static ImageSpec.Builder image(ObservedContainer container) {
    return ImageSpec.newBuilder().setImage(container.image());
  }

  public static ContainerState state(ContainerCondition condition) {
    return switch (condition) {
      case ContainerCondition.Created _ -> ContainerState.CONTAINER_CREATED;
      case ContainerCondition.Running _ -> ContainerState.CONTAINER_RUNNING;
      case ContainerCondition.Exited _ -> ContainerState.CONTAINER_EXITED;
      case ContainerCondition.Unknown _ -> ContainerState.CONTAINER_UNKNOWN;
    };
  }
}

package dev.jubelet.cri;

import com.google.protobuf.ByteString;
import dev.jubelet.cri.wire.Container;
import dev.jubelet.cri.wire.ContainerMetadata;
import dev.jubelet.cri.wire.ContainerState;
import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.cri.wire.Device;
import dev.jubelet.cri.wire.IDMapping;
import dev.jubelet.cri.wire.KeyValue;
import dev.jubelet.cri.wire.LinuxContainerConfig;
import dev.jubelet.cri.wire.Mount;
import dev.jubelet.cri.wire.MountPropagation;
import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerConfig;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.DeviceSpec;
import dev.jubelet.model.runtime.EnvEntry;
import dev.jubelet.model.runtime.ImageSpec;
import dev.jubelet.model.runtime.LinuxResources;
import dev.jubelet.model.runtime.MountSpec;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Containers in our words and in those of CRI. */
final class ContainerMessages {
  private static final ContainerCondition CREATED = new ContainerCondition.Created();
  private static final ContainerCondition UNKNOWN = new ContainerCondition.Unknown();
  private static final ContainerCondition RUNNING = new ContainerCondition.Running(Instant.EPOCH);
  private static final ContainerCondition EXITED =
      new ContainerCondition.Exited(Instant.EPOCH, Instant.EPOCH, 0, "", "");

  private ContainerMessages() {}

  static dev.jubelet.cri.wire.ContainerConfig config(ContainerConfig config) {
    dev.jubelet.cri.wire.ContainerConfig.Builder wire =
        dev.jubelet.cri.wire.ContainerConfig.newBuilder()
            .setMetadata(
                ContainerMetadata.newBuilder().setName(config.name()).setAttempt(config.attempt()))
            .setImage(ImageMessages.spec(config.image()))
            .addAllCommand(config.command())
            .addAllArgs(config.args())
            .setWorkingDir(config.workingDir())
            .putAllLabels(config.labels())
            .putAllAnnotations(config.annotations())
            .setLogPath(config.logPath())
            .setStdin(config.stdin())
            .setStdinOnce(config.stdinOnce())
            .setTty(config.tty())
            .setStopSignal(StopSignals.wire(config.stopSignal()))
            .setLinux(
                LinuxContainerConfig.newBuilder()
                    .setResources(ResourceMessages.linux(config.resources()))
                    .setSecurityContext(SecurityMessages.container(config.security())));
    for (EnvEntry entry : config.env()) {
      wire.addEnvs(
          KeyValue.newBuilder()
              .setKey(entry.key())
              .setValue(ByteString.copyFromUtf8(entry.value())));
    }
    for (MountSpec mount : config.mounts()) {
      wire.addMounts(mount(mount));
    }
    for (DeviceSpec device : config.devices()) {
      wire.addDevices(
          Device.newBuilder()
              .setContainerPath(device.containerPath())
              .setHostPath(device.hostPath())
              .setPermissions(device.permissions()));
    }
    return wire.build();
  }

  static Mount mount(MountSpec mount) {
    List<IDMapping> owners = mount.idMappings().stream().map(SecurityMessages::mapping).toList();
    Mount.Builder wire =
        Mount.newBuilder()
            .addAllUidMappings(owners)
            .addAllGidMappings(owners)
            .setContainerPath(mount.containerPath())
            .setHostPath(mount.hostPath())
            .setReadonly(mount.readOnly())
            .setRecursiveReadOnly(mount.recursiveReadOnly())
            .setSelinuxRelabel(mount.selinuxRelabel())
            .setPropagation(propagation(mount.propagation()));
    if (!mount.image().isEmpty()) {
      wire.setImage(ImageMessages.spec(ImageSpec.of(mount.image())))
          .setImageSubPath(mount.imageSubPath());
    }
    return wire.build();
  }

  private static MountPropagation propagation(MountPropagationMode mode) {
    return switch (mode) {
      case NONE -> MountPropagation.PROPAGATION_PRIVATE;
      case HOST_TO_CONTAINER -> MountPropagation.PROPAGATION_HOST_TO_CONTAINER;
      case BIDIRECTIONAL -> MountPropagation.PROPAGATION_BIDIRECTIONAL;
    };
  }

  static ObservedContainer observed(Container wire) {
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
        null);
  }

  static ObservedContainer observed(ContainerStatus wire, SandboxId sandbox) {
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
        ResourceMessages.observed(wire));
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
      @Nullable LinuxResources resources) {
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
        resources);
  }
}

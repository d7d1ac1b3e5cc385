package dev.jubelet.cri.messages;

import com.google.protobuf.ByteString;
import dev.jubelet.cri.wire.CDIDevice;
import dev.jubelet.cri.wire.ContainerMetadata;
import dev.jubelet.cri.wire.Device;
import dev.jubelet.cri.wire.KeyValue;
import dev.jubelet.cri.wire.LinuxContainerConfig;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;

/** What a runtime is told about a container. */
public final class ContainerConfigMessages {
  private ContainerConfigMessages() {}

  public static dev.jubelet.cri.wire.ContainerConfig config(ContainerConfig config) {
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
            .setStopSignal(StopSignalMessages.wire(config.stopSignal()))
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
      wire.addMounts(MountMessages.mount(mount));
    }
    for (DeviceSpec device : config.devices()) {
      wire.addDevices(
          Device.newBuilder()
              .setContainerPath(device.containerPath())
              .setHostPath(device.hostPath())
              .setPermissions(device.permissions()));
    }
    for (String device : config.cdiDevices()) {
      wire.addCDIDevices(CDIDevice.newBuilder().setName(device));
    }
    return wire.build();
  }

  public static ContainerConfig config(dev.jubelet.cri.wire.ContainerConfig wire) {
    return new ContainerConfig(
        wire.getMetadata().getName(),
        wire.getMetadata().getAttempt(),
        ImageMessages.spec(wire.getImage()),
        wire.getCommandList(),
        wire.getArgsList(),
        wire.getWorkingDir(),
        wire.getEnvsList().stream().map(ContainerConfigMessages::env).toList(),
        wire.getMountsList().stream().map(MountMessages::mount).toList(),
        wire.getDevicesList().stream().map(ContainerConfigMessages::device).toList(),
        wire.getLabelsMap(),
        wire.getAnnotationsMap(),
        wire.getLogPath(),
        wire.getStdin(),
        wire.getStdinOnce(),
        wire.getTty(),
        ResourceMessages.linux(wire.getLinux().getResources()),
        SecurityMessages.container(wire.getLinux().getSecurityContext()),
        StopSignalMessages.name(wire.getStopSignal()),
        wire.getCDIDevicesList().stream().map(CDIDevice::getName).toList());
  }

  /** Bytes in CRI, but text on its further way: what is not text would arrive as something else. */
  private static EnvEntry env(KeyValue wire) {
    if (!wire.getValue().isValidUtf8()) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "envs: the value of " + wire.getKey() + " is not UTF-8");
    }
    return new EnvEntry(wire.getKey(), wire.getValue().toStringUtf8());
  }

  private static DeviceSpec device(Device wire) {
    return new DeviceSpec(wire.getContainerPath(), wire.getHostPath(), wire.getPermissions());
  }
}

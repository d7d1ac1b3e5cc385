package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.VolumeDevice;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.model.volume.PersistentVolumeClaimVolumeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Block devices that a container sees: volumes with {@code volumeMode: Block}. */
final class ContainerDevices {
  private static final String ALL = "mrw";
  private static final String READING = "r";

  private ContainerDevices() {}

  static ResolvedValue<List<DeviceSpec>> of(
      Pod pod, Container container, ContainerContext context) {
    List<DeviceSpec> devices = new ArrayList<>();
    for (VolumeDevice wanted : container.volumeDevices()) {
      String device = context.paths().volumes().get(wanted.name());
      if (device == null) {
        return ContainerMounts.noVolume(wanted.name(), "pass", container);
      }
      devices.add(
          new DeviceSpec(wanted.devicePath(), device, readOnly(pod, wanted) ? READING : ALL));
    }
    return ResolvedValue.value(devices);
  }

  private static boolean readOnly(Pod pod, VolumeDevice wanted) {
    return pod.spec().volumes().stream()
        .filter(volume -> volume.name().equals(wanted.name()))
        .map(volume -> volume.persistentVolumeClaim())
        .filter(Objects::nonNull)
        .anyMatch(PersistentVolumeClaimVolumeSource::readOnly);
  }
}

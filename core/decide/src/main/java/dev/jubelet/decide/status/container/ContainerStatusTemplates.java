package dev.jubelet.decide.status.container;

import dev.jubelet.model.container.RecursiveReadOnlyMode;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.container.VolumeMount;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.VolumeMountStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Container statuses with all that does not depend on how the container fares. */
public final class ContainerStatusTemplates {
  private ContainerStatusTemplates() {}

  /** Of a container that has no instance. */
  public static ContainerStatus blank(ContainerSlot slot, ContainerState state) {
    return new ContainerStatus(
        slot.name(),
        state,
        ContainerStates.NONE,
        false,
        0,
        slot.container().image(),
        "",
        "",
        null,
        Map.of(),
        null,
        volumeMounts(slot),
        null,
        List.of(),
        null);
  }

  public static ContainerStatus of(
      ContainerSlot slot,
      ObservedContainer instance,
      String containerId,
      ContainerState state,
      @Nullable ContainerStatus old,
      ResourceRequirements actual) {
    return new ContainerStatus(
        slot.name(),
        state,
        ContainerStates.NONE,
        false,
        0,
        instance.image(),
        // Kubernetes shows the reference with the digest under the name of id.
        instance.imageRef(),
        containerId,
        null,
        slot.container().resources().requests(),
        actual,
        old != null && !old.volumeMounts().isEmpty() ? old.volumeMounts() : volumeMounts(slot),
        old == null ? null : old.user(),
        old == null ? List.of() : old.allocatedResourcesStatus(),
        old == null ? null : old.stopSignal());
  }

  public static String containerId(String runtimeName, ContainerId id) {
    return runtimeName + "://" + id.value();
  }

  private static List<VolumeMountStatus> volumeMounts(ContainerSlot slot) {
    return slot.container().volumeMounts().stream()
        .map(ContainerStatusTemplates::volumeMount)
        .toList();
  }

  private static VolumeMountStatus volumeMount(VolumeMount mount) {
    return new VolumeMountStatus(
        mount.name(),
        mount.mountPath(),
        mount.readOnly(),
        mount.readOnly() ? recursion(mount) : null,
        null);
  }

  private static RecursiveReadOnlyMode recursion(VolumeMount mount) {
    return mount.recursiveReadOnly() == RecursiveReadOnlyMode.ENABLED
        ? RecursiveReadOnlyMode.ENABLED
        : RecursiveReadOnlyMode.DISABLED;
  }
}

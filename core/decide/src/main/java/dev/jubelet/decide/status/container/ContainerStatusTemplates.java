package dev.jubelet.decide.status.container;

import dev.jubelet.decide.config.RecursiveReadOnly;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.container.RecursiveReadOnlyMode;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.container.VolumeMount;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.ContainerUser;
import dev.jubelet.model.status.LinuxContainerUser;
import dev.jubelet.model.status.VolumeMountStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Container statuses with all that does not depend on how the container fares. */
public final class ContainerStatusTemplates {
  private final boolean recursiveReadOnlyMounts;

  /**
   * @param recursiveReadOnlyMounts whether the runtime can make them for the pod
   */
  public ContainerStatusTemplates(boolean recursiveReadOnlyMounts) {
    this.recursiveReadOnlyMounts = recursiveReadOnlyMounts;
  }

  /** Of a container that has no instance. */
  public ContainerStatus blank(ContainerSlot slot, ContainerState state) {
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

  public ContainerStatus of(
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
        user(instance, containerId, old),
        old == null ? List.of() : old.allocatedResourcesStatus(),
        old == null ? null : old.stopSignal());
  }

  public static String containerId(String runtimeName, ContainerId id) {
    return runtimeName + "://" + id.value();
  }

  /** What the runtime says of an instance, or what it once said of the same one. */
  private static @Nullable ContainerUser user(
      ObservedContainer instance, String containerId, @Nullable ContainerStatus old) {
    LinuxContainerUser user = instance.user();
    if (user != null) {
      return new ContainerUser(user);
    }
    return old != null && old.containerID().equals(containerId) ? old.user() : null;
  }

  private List<VolumeMountStatus> volumeMounts(ContainerSlot slot) {
    return slot.container().volumeMounts().stream().map(this::volumeMount).toList();
  }

  private VolumeMountStatus volumeMount(VolumeMount mount) {
    return new VolumeMountStatus(
        mount.name(),
        mount.mountPath(),
        mount.readOnly(),
        mount.readOnly() ? recursion(mount) : null,
        null);
  }

  /** What is in force, not what was asked for. */
  private RecursiveReadOnlyMode recursion(VolumeMount mount) {
    return RecursiveReadOnly.of(mount, recursiveReadOnlyMounts).equals(ResolvedValue.value(true))
        ? RecursiveReadOnlyMode.ENABLED
        : RecursiveReadOnlyMode.DISABLED;
  }
}

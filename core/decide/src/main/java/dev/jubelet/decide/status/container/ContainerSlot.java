package dev.jubelet.decide.status.container;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerRestartPolicy;
import dev.jubelet.model.container.EphemeralContainer;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.container.VolumeMount;
import dev.jubelet.model.container.handler.Probe;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A place in a pod that instances of one container take turns in; what its status needs of it. */
public record ContainerSlot(
    Kind kind,
    String name,
    String image,
    List<VolumeMount> volumeMounts,
    ResourceRequirements resources,
    @Nullable Probe readinessProbe,
    @Nullable Probe startupProbe,
    @Nullable Container container) {
  public enum Kind {
    INIT,
    SIDECAR,
    MAIN,
    EPHEMERAL
  }

  public static ContainerSlot main(Container container) {
    return of(Kind.MAIN, container);
  }

  public static ContainerSlot init(Container container) {
    return of(isSidecar(container) ? Kind.SIDECAR : Kind.INIT, container);
  }

  public static ContainerSlot ephemeral(EphemeralContainer container) {
    return new ContainerSlot(
        Kind.EPHEMERAL,
        container.name(),
        container.image(),
        container.volumeMounts(),
        container.resources(),
        null,
        null,
        null);
  }

  public static boolean isSidecar(Container initContainer) {
    return initContainer.restartPolicy() == ContainerRestartPolicy.ALWAYS;
  }

  private static ContainerSlot of(Kind kind, Container container) {
    return new ContainerSlot(
        kind,
        container.name(),
        container.image(),
        container.volumeMounts(),
        container.resources(),
        container.readinessProbe(),
        container.startupProbe(),
        container);
  }
}

package dev.jubelet.decide.status.container;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.EphemeralContainer;

/** A place in a pod that instances of one container take turns in; what its status needs of it. */
public record ContainerSlot(Kind kind, Container container) {
  public enum Kind {
    INIT,
    SIDECAR,
    MAIN,
    EPHEMERAL
  }

  public static ContainerSlot main(Container container) {
    return new ContainerSlot(Kind.MAIN, container);
  }

  public static ContainerSlot init(Container container) {
    return new ContainerSlot(container.isSidecar() ? Kind.SIDECAR : Kind.INIT, container);
  }

  public static ContainerSlot ephemeral(EphemeralContainer container) {
    return new ContainerSlot(Kind.EPHEMERAL, container.asContainer());
  }

  public String name() {
    return container.name();
  }
}

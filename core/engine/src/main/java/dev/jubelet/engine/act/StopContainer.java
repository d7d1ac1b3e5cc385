package dev.jubelet.engine.act;

import dev.jubelet.decide.plan.Action;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.Containers;

/** Stops a container and reads how it ended. */
final class StopContainer {
  private final Containers containers;

  StopContainer(Containers containers) {
    this.containers = containers;
  }

  Outcome perform(Action.StopContainer action) {
    ContainerId id = action.container().id();
    containers.stop(id, action.grace());
    return new Outcome.ContainerNow(
        containers.status(id).map(now -> now.in(action.container().sandbox())).orElse(null));
  }
}

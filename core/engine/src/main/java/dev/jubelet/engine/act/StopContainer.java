package dev.jubelet.engine.act;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.runtime.Containers;

/** Stops a container and reads how it ended. */
final class StopContainer {
  private final Containers containers;
  private final TerminationMessageReader terminationMessages;

  StopContainer(Containers containers, TerminationMessageReader terminationMessages) {
    this.containers = containers;
    this.terminationMessages = terminationMessages;
  }

  Outcome perform(Action.StopContainer action) {
    ContainerId id = action.container().id();
    containers.stop(id, action.grace());
    return new Outcome.ContainerNow(
        containers
            .status(id)
            .map(now -> terminationMessages.of(now.in(action.container().sandbox())))
            .orElse(null));
  }
}

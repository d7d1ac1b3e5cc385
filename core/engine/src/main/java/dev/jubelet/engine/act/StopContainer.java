package dev.jubelet.engine.act;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.Containers;

/** Stops a container and reads how it ended. */
final class StopContainer {
  private final Containers containers;
  private final LastWords lastWords;

  StopContainer(Containers containers, LastWords lastWords) {
    this.containers = containers;
    this.lastWords = lastWords;
  }

  Outcome perform(Action.StopContainer action) {
    ContainerId id = action.container().id();
    containers.stop(id, action.grace());
    return new Outcome.ContainerNow(
        containers
            .status(id)
            .map(now -> lastWords.of(now.in(action.container().sandbox())))
            .orElse(null));
  }
}

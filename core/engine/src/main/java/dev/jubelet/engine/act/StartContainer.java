package dev.jubelet.engine.act;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.ports.PodDirectories;
import dev.jubelet.ports.runtime.Containers;

/** Starts a created container and links its log where older tools look for it. */
final class StartContainer {
  private final Containers containers;
  private final PodDirectories directories;
  private final TerminationMessageReader terminationMessages;

  StartContainer(Containers containers, PodDirectories directories) {
    this.containers = containers;
    this.directories = directories;
    this.terminationMessages = new TerminationMessageReader(directories);
  }

  Outcome perform(Action.StartContainer action) {
    ObservedContainer container = action.container();
    containers.start(container.id());
    directories.linkLog(action.pod(), container.name(), container.id(), container.logPath());
    return new Outcome.ContainerNow(
        containers
            .status(container.id())
            .map(now -> terminationMessages.of(now.in(container.sandbox())))
            .orElse(null));
  }
}

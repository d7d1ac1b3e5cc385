package dev.jubelet.engine.act;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.ports.Containers;
import dev.jubelet.ports.PodDirectories;

/** Starts a created container and links its log where older tools look for it. */
final class StartContainer {
  private final Containers containers;
  private final PodDirectories directories;
  private final LastWords lastWords;

  StartContainer(Containers containers, PodDirectories directories) {
    this.containers = containers;
    this.directories = directories;
    this.lastWords = new LastWords(directories);
  }

  Outcome perform(Action.StartContainer action) {
    ObservedContainer container = action.container();
    containers.start(container.id());
    directories.linkLog(action.pod(), container.name(), container.id(), container.logPath());
    return new Outcome.ContainerNow(
        containers
            .status(container.id())
            .map(now -> lastWords.of(now.in(container.sandbox())))
            .orElse(null));
  }
}

package dev.jubelet.engine.act;

import dev.jubelet.decide.config.ConfigOutcome;
import dev.jubelet.decide.config.ContainerConfigs;
import dev.jubelet.decide.config.ContainerContext;
import dev.jubelet.decide.config.HostsFile;
import dev.jubelet.decide.environment.PodObjects;
import dev.jubelet.decide.environment.Resolved;
import dev.jubelet.decide.plan.Action;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerConfig;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxConfig;
import dev.jubelet.ports.Containers;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodDirectories;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates a container in its sandbox; the planner starts it in a step of its own. */
final class CreateContainer {
  private final Containers containers;
  private final PodDirectories directories;
  private final NodeTerms terms;
  private final NodeTime time;

  CreateContainer(
      Containers containers, PodDirectories directories, NodeTerms terms, NodeTime time) {
    this.containers = containers;
    this.directories = directories;
    this.terms = terms;
    this.time = time;
  }

  ActionResult perform(Action.CreateContainer action) {
    String name = action.container().name();
    String terminationLog = directories.prepareContainer(action.pod(), name, action.attempt());
    ContainerContext context = context(action, terminationLog);
    return switch (ContainerConfigs.of(
        action.pod(), action.container(), action.attempt(), context)) {
      case ConfigOutcome.Refused refused ->
          new ActionResult.Failed(FailureKind.BAD_SPEC, refused.setback());
      case ConfigOutcome.Ready ready -> ActionResult.done(create(action, ready.config()));
    };
  }

  private ContainerContext context(Action.CreateContainer action, String terminationLog) {
    return new ContainerContext(
        terms.settings(),
        terms.facts(),
        terms.machine(),
        action.image().id(),
        action.image(),
        action.sandbox().ips(),
        action.volumePaths(),
        terminationLog,
        hosts(action),
        PodObjects.NONE,
        List.of(),
        action.target(),
        terms.usersOf(action.pod()));
  }

  private @Nullable String hosts(Action.CreateContainer action) {
    Pod pod = action.pod();
    List<String> ips = action.sandbox().ips();
    if (!HostsFile.wanted(pod, action.container(), ips)) {
      return null;
    }
    String nodes = pod.spec().hostNetwork() ? directories.nodeHosts() : "";
    return switch (HostsFile.of(pod, ips, terms.settings(), nodes)) {
      case Resolved.Value(String text) -> directories.writeHosts(pod, text);
      case Resolved.Refused(String why) -> throw new OutsideFailure(FailureKind.BAD_SPEC, why);
    };
  }

  private Outcome create(Action.CreateContainer action, ContainerConfig config) {
    SandboxConfig sandbox = terms.sandbox(action.pod(), action.sandbox().attempt());
    ContainerId id = containers.create(action.sandbox().id(), config, sandbox);
    return new Outcome.ContainerNow(
        new ObservedContainer(
            id,
            action.sandbox().id(),
            action.pod().uid(),
            config.name(),
            config.attempt(),
            new ContainerCondition.Created(),
            time.wall(),
            config.image().image(),
            action.image().id(),
            action.image().id(),
            sandbox.logDirectory() + "/" + config.logPath(),
            config.labels(),
            config.annotations()));
  }
}

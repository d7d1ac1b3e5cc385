package dev.jubelet.engine.act;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.decide.config.ContainerConfigs;
import dev.jubelet.decide.config.ContainerContext;
import dev.jubelet.decide.config.SubPaths;
import dev.jubelet.decide.config.dns.HostsFile;
import dev.jubelet.decide.environment.EnvironmentInputs;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.image.ImageAskers;
import dev.jubelet.model.container.VolumeMount;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodDirectories;
import dev.jubelet.ports.PodVolumes;
import dev.jubelet.ports.runtime.Containers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates a container in its sandbox; the planner starts it in a step of its own. */
final class CreateContainer {
  private final Containers containers;
  private final PodDirectories directories;
  private final PodVolumes volumes;
  private final ReferencedObjects objects;
  private final PodRunSettings runSettings;
  private final NodeTime time;
  private final RuntimeHandlers handlers;

  CreateContainer(PodActuator.Outside outside, PodRunSettings runSettings, NodeTime time) {
    this.containers = outside.runtime().containers();
    this.directories = outside.directories();
    this.volumes = outside.volumes();
    this.objects = new ReferencedObjects(outside.objects(), outside.volumes());
    this.runSettings = runSettings;
    this.time = time;
    this.handlers = new RuntimeHandlers(outside.objects());
  }

  ActionResult perform(Action.CreateContainer asked) {
    Action.CreateContainer action = asked.of(handlers.resolved(asked.pod()));
    String name = action.container().name();
    String terminationLog = directories.prepareContainer(action.pod(), name, action.attempt());
    EnvironmentInputs environment;
    try {
      environment =
          new EnvironmentInputs(
              action.sandbox().ips(),
              runSettings.settings().hostIps(),
              runSettings.facts().allocatable(),
              objects.of(action.pod(), action.container(), action.volumePaths()),
              objects.links(action.pod()));
    } catch (OutsideFailure unknown) {
      return misconfigured(unknown.kind(), unknown.text());
    }
    ContainerContext context = context(action, terminationLog, environment);
    return switch (SubPaths.of(action.pod(), action.container(), context)) {
      case ResolvedValue.Refused(String why) -> misconfigured(FailureKind.BAD_SPEC, why);
      case ResolvedValue.Value(Map<Integer, String> subPaths) -> {
        try {
          yield perform(action, context.withParts(parts(action, subPaths)));
        } catch (PartFailure failed) {
          yield misconfigured(failed.kind, failed.why);
        }
      }
    };
  }

  private ActionResult perform(Action.CreateContainer action, ContainerContext context) {
    return switch (ContainerConfigs.of(
        action.pod(), action.container(), action.attempt(), context)) {
      case ResolvedValue.Refused(String why) -> misconfigured(FailureKind.BAD_SPEC, why);
      case ResolvedValue.Value(ContainerConfig config) -> ActionResult.done(create(action, config));
    };
  }

  private static ActionResult misconfigured(FailureKind kind, String why) {
    return ActionFailures.of(kind, new WaitingReason("CreateContainerConfigError", why));
  }

  private Map<Integer, String> parts(Action.CreateContainer action, Map<Integer, String> subPaths) {
    Map<Integer, String> parts = new LinkedHashMap<>();
    subPaths.forEach((at, subPath) -> {
      VolumeMount mount = action.container().volumeMounts().get(at);
      String whole = action.volumePaths().get(mount.name());
      Volume volume =
          action.pod().spec().volumes().stream()
              .filter(v -> v.name().equals(mount.name()))
              .findFirst()
              .orElse(null);
      // Without its volume the mount is refused in its own words.
      if (whole != null && volume != null) {
        parts.put(at, part(action, volume, at, whole, subPath));
      }
    });
    return parts;
  }

  private String part(
      Action.CreateContainer action, Volume volume, int at, String whole, String subPath) {
    String container = action.container().name();
    try {
      return volumes.part(action.pod(), volume, container, at, whole, subPath);
    } catch (OutsideFailure failed) {
      boolean expanded = !action.container().volumeMounts().get(at).subPathExpr().isEmpty();
      String why =
          "failed to prepare subPath for volumeMount \"%s\" of container \"%s\""
              .formatted(volume.name(), container);
      // The path may have come from a Secret, and reasons name paths.
      throw new PartFailure(failed, expanded ? why : why + ": " + failed.text());
    }
  }

  private static final class PartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final FailureKind kind;
    private final String why;

    PartFailure(OutsideFailure failed, String why) {
      super(failed);
      this.kind = failed.kind();
      this.why = why;
    }
  }

  private ContainerContext context(
      Action.CreateContainer action, String terminationLog, EnvironmentInputs environment) {
    return new ContainerContext(
        runSettings.settings(),
        runSettings.facts(),
        runSettings.machine(),
        action.image(),
        environment,
        new ContainerContext.HostPaths(
            action.volumePaths(), terminationLog, hosts(action), Map.of()),
        action.target(),
        runSettings.usersOf(action.pod()));
  }

  private @Nullable String hosts(Action.CreateContainer action) {
    Pod pod = action.pod();
    List<String> ips = action.sandbox().ips();
    if (!HostsFile.wanted(pod, action.container(), ips)) {
      return null;
    }
    String nodes = pod.spec().hostNetwork() ? directories.nodeHosts() : "";
    return directories.writeHosts(
        pod, ActionFailures.resolved(HostsFile.of(pod, ips, runSettings.settings(), nodes)));
  }

  private Outcome create(Action.CreateContainer action, ContainerConfig config) {
    SandboxConfig sandbox = runSettings.sandbox(action.pod(), action.sandbox().attempt());
    ContainerId id = create(action, config, sandbox);
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
            config.annotations(),
            null,
            null));
  }

  /** Old runtimes do not know of images as mounts, and say only that a path is empty. */
  private ContainerId create(
      Action.CreateContainer action, ContainerConfig config, SandboxConfig sandbox) {
    try {
      return containers.create(action.sandbox().id(), config, sandbox);
    } catch (OutsideFailure failed) {
      String images =
          action.pod().spec().volumes().stream()
              .filter(volume ->
                  ImageAskers.askersOf(action.pod(), action.container())
                      .contains(ImageAskers.asker(volume)))
              .map(volume ->
                  "volume \"%s\" is image \"%s\""
                      .formatted(volume.name(), action.volumePaths().get(volume.name())))
              .collect(Collectors.joining(", "));
      throw images.isEmpty()
          ? failed
          : new OutsideFailure(
              failed.kind(),
              failed.text() + " (" + images + ", which takes containerd 2.1 or CRI-O 1.33)",
              failed);
    }
  }
}

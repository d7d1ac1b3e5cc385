package dev.jubelet.engine.act;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.decide.resources.PodCgroupValues;
import dev.jubelet.engine.image.ImagePuller;
import dev.jubelet.engine.probe.ProbeRunner;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NetworkCalls;
import dev.jubelet.ports.NodeObjects;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodCgroups;
import dev.jubelet.ports.PodDirectories;
import dev.jubelet.ports.PodVolumes;
import dev.jubelet.ports.PullRecords;
import dev.jubelet.ports.RegistryCredentials;
import dev.jubelet.ports.runtime.ContainerRuntime;

/**
 * Does what the planner decided. Each verb has its own class; here is only who does what, and how a
 * failure is told in Kubernetes' words.
 */
public final class PodActuator {
  private final ContainerRuntime runtime;
  private final PodVolumes volumes;
  private final PodCgroups cgroups;
  private final PodDirectories directories;
  private final PodRunSettings runSettings;
  private final RunSandbox runSandbox;
  private final EnsureImage readyImage;
  private final ContainerVerbs containerVerbs;
  private final ProbeRunner probeRunner;

  private record ContainerVerbs(
      CreateContainer create,
      StartContainer start,
      StopContainer stop,
      RunHook hook,
      Resize resize) {}

  /** What is outside and the node's own paths. */
  public record Outside(
      ContainerRuntime runtime,
      PodVolumes volumes,
      PodCgroups cgroups,
      PodDirectories directories,
      NodeObjects objects,
      NetworkCalls network,
      RegistryCredentials credentials,
      PullRecords pullRecords) {}

  public PodActuator(
      Outside outside,
      PodRunSettings runSettings,
      NodeTime time,
      Permits starts,
      ImagePuller puller) {
    this.runtime = outside.runtime();
    this.volumes = outside.volumes();
    this.cgroups = outside.cgroups();
    this.directories = outside.directories();
    this.runSettings = runSettings;
    this.runSandbox =
        new RunSandbox(
            runtime.sandboxes(), starts, runSettings, new RuntimeHandlers(outside.objects()), time);
    this.readyImage =
        new EnsureImage(
            runtime.images(), puller, runSettings, new RuntimeHandlers(outside.objects()));
    this.containerVerbs =
        new ContainerVerbs(
            new CreateContainer(outside, runSettings, time),
            new StartContainer(runtime.containers(), directories),
            new StopContainer(runtime.containers(), new TerminationMessageReader(directories)),
            new RunHook(runtime.streams(), outside.network(), runSettings.settings().hostIps()),
            new Resize(runtime, cgroups, runSettings));
    this.probeRunner = new ProbeRunner(runtime.streams(), outside.network());
  }

  /** Runs the probes of all pods. */
  public ProbeRunner probeRunner() {
    return probeRunner;
  }

  public ActionResult perform(Action action) {
    try {
      return attempt(action);
    } catch (OutsideFailure failure) {
      return ActionFailures.of(action, failure.kind(), failure.text());
    } catch (RuntimeException bug) {
      // The worker must hear of it either way, or the pod would wait for this action for ever.
      return ActionFailures.of(action, FailureKind.INTERNAL, bug.toString());
    }
  }

  private ActionResult attempt(Action action) {
    return switch (action) {
      case Action.CreateContainer create -> containerVerbs.create().perform(create);
      case Action.RunSandbox run -> runSandbox.perform(run);
      case Action.EnsureImage ready -> readyImage.perform(ready);
      case Action.StartContainer start -> ActionResult.done(containerVerbs.start().perform(start));
      case Action.StopContainer stop -> ActionResult.done(containerVerbs.stop().perform(stop));
      case Action.RunPostStart hook -> nothing(() -> containerVerbs.hook().perform(hook));
      case Action.RunPreStop hook -> nothing(() -> containerVerbs.hook().perform(hook));
      case Action.Resize resize -> nothing(() -> containerVerbs.resize().perform(resize));
      case Action.MountVolume mount ->
          ActionResult.done(new Outcome.Mounted(volumes.mount(mount.pod(), mount.volume())));
      case Action.RefreshVolume refresh ->
          ActionResult.done(new Outcome.Mounted(volumes.mount(refresh.pod(), refresh.volume())));
      case Action.PrepareCgroup prepare ->
          nothing(() -> cgroups.ensure(PodCgroupValues.of(prepare.pod(), runSettings.settings())));
      case Action.PrepareDirectories prepare ->
          ActionResult.done(new Outcome.Prepared(directories.prepare(prepare.pod())));
      case Action.StopSandbox stop -> nothing(() -> runtime.sandboxes().stop(stop.sandbox().id()));
      case Action.RemoveSandbox remove ->
          nothing(() -> runtime.sandboxes().remove(remove.sandbox().id()));
      case Action.RemoveContainer remove ->
          nothing(() -> runtime.containers().remove(remove.container().id()));
      case Action.UnmountVolumes unmount -> nothing(() -> volumes.unmountAll(unmount.uid()));
      case Action.RemoveCgroup remove -> nothing(() -> cgroups.remove(remove.uid()));
      case Action.RemoveDirectories remove ->
          nothing(() -> directories.remove(remove.uid(), remove.name()));
    };
  }

  private static ActionResult nothing(Runnable step) {
    step.run();
    return ActionResult.done(Outcome.NOTHING);
  }
}

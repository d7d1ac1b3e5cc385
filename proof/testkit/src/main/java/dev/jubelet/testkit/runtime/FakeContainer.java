package dev.jubelet.testkit.runtime;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.SandboxConfig;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A container of the fake runtime. Its end is known before it comes: time only has to reach it. */
final class FakeContainer {
  record Exit(Instant at, int code, String reason, String message) {
    static Exit of(Instant at, int code) {
      return new Exit(at, code, code == 0 ? "Completed" : "Error", "");
    }

    Exit at(Instant sooner) {
      return new Exit(sooner, code, reason, message);
    }

    static Exit outOfMemory(Instant at) {
      return new Exit(at, 137, "OOMKilled", "");
    }
  }

  final ContainerId id;
  final FakeSandbox sandbox;
  final ContainerConfig config;
  final SandboxConfig pod;
  final ObservedImage image;
  final Instant createdAt;
  final Map<String, String> files = new LinkedHashMap<>();
  LinuxResources resources;
  @Nullable ContainerScript script;
  @Nullable Instant startedAt;

  /** It has ended, and that was told. */
  @Nullable Exit exit;

  /** How it will end by itself or by the signal that it got. */
  private @Nullable Exit ownEnd;

  /** How a caller that waits for the end of the grace will end it. */
  private @Nullable Exit kill;

  /**
   * An end that lies ahead and that somebody who waits was already told of: nothing puts it off any
   * more, or the answer would be a lie by the time it arrives.
   */
  private @Nullable Exit told;

  private boolean signalled;
  private final PodUid uid;
  private final PodUid labelledUid;

  /** Its last line in a list: the same until its condition is another one. */
  private @Nullable ObservedContainer listed;

  FakeContainer(
      ContainerId id,
      FakeSandbox sandbox,
      ContainerConfig config,
      SandboxConfig pod,
      ObservedImage image,
      Instant createdAt) {
    this.id = id;
    this.sandbox = sandbox;
    this.config = config;
    this.pod = pod;
    this.image = image;
    this.createdAt = createdAt;
    this.resources = config.resources();
    this.uid = new PodUid(pod.uid());
    this.labelledUid = FakePodLabels.uid(config.labels());
  }

  PodUid uid() {
    return uid;
  }

  /** The pod that its labels name, by which lists find it; empty without such a label. */
  PodUid labelledUid() {
    return labelledUid;
  }

  String logPath() {
    return config.logPath().isEmpty() ? "" : pod.logDirectory() + "/" + config.logPath();
  }

  /** The exit that has happened, or the one that is due next. */
  @Nullable Exit nextExit() {
    if (exit != null) {
      return exit;
    }
    if (told != null) {
      // A stop with a shorter grace overtakes: it is gone even sooner than was told, but so.
      return kill != null && kill.at().isBefore(told.at()) ? told.at(kill.at()) : told;
    }
    Exit own = ownEnd;
    Exit killed = kill;
    if (own == null || killed == null) {
      return own == null ? killed : own;
    }
    return killed.at().isBefore(own.at()) ? killed : own;
  }

  boolean exitedBy(Instant now) {
    Exit next = nextExit();
    return next != null && !next.at().isAfter(now);
  }

  boolean runningAt(Instant now) {
    return startedAt != null && !exitedBy(now);
  }

  boolean createdOnly() {
    return startedAt == null && exit == null;
  }

  void endsBy(Exit end) {
    if (ownEnd == null || end.at().isBefore(ownEnd.at())) {
      ownEnd = end;
    }
  }

  /** The first signal counts. containerd: a stop that comes later does not signal again. */
  boolean signal() {
    boolean first = !signalled;
    signalled = true;
    return first;
  }

  void killedBy(Instant at) {
    if (kill == null || at.isBefore(kill.at())) {
      kill = Exit.of(at, 137);
    }
  }

  /** Who would have killed it at the end of its grace, or was told of its end, is gone. */
  void forgetCallers() {
    kill = null;
    told = null;
  }

  /** The condition as a caller hears it who has waited until {@code now}. */
  private ContainerCondition tellConditionAt(Instant now) {
    told = exit == null && exitedBy(now) ? nextExit() : told;
    return conditionAt(now);
  }

  ContainerCondition conditionAt(Instant now) {
    Exit next = nextExit();
    if (next != null && !next.at().isAfter(now)) {
      Instant started = startedAt == null ? Instant.EPOCH : startedAt;
      return new ContainerCondition.Exited(
          started, next.at(), next.code(), next.reason(), next.message());
    }
    return startedAt == null
        ? new ContainerCondition.Created()
        : new ContainerCondition.Running(startedAt);
  }

  /** All there is to know, for inspection. */
  ObservedContainer status(Instant now) {
    String tag = image.repoTags().isEmpty() ? config.image().image() : image.repoTags().getFirst();
    String ref = image.repoDigests().isEmpty() ? image.id() : image.repoDigests().getFirst();
    return observed(sandbox.id, conditionAt(now), tag, ref, logPath(), resources);
  }

  /** CRI: a status does not name the sandbox. */
  ObservedContainer statusOverCri(Instant now, boolean tellsResources) {
    tellConditionAt(now);
    ObservedContainer full = status(now);
    return observed(
        new SandboxId(""),
        full.condition(),
        full.image(),
        full.imageRef(),
        full.logPath(),
        tellsResources ? resources : null);
  }

  /** CRI: a list has neither times, exit codes nor log paths. */
  ObservedContainer listed(Instant now) {
    ContainerCondition condition = tellConditionAt(now);
    if (listed != null && listed.condition().getClass() == condition.getClass()) {
      return listed;
    }
    ContainerCondition bare =
        switch (condition) {
          case ContainerCondition.Created created -> created;
          case ContainerCondition.Running running -> new ContainerCondition.Running(Instant.EPOCH);
          case ContainerCondition.Exited exited ->
              new ContainerCondition.Exited(Instant.EPOCH, Instant.EPOCH, 0, "", "");
          case ContainerCondition.Unknown unknown -> unknown;
        };
    listed = observed(sandbox.id, bare, config.image().image(), image.id(), "", null);
    return listed;
  }

  private ObservedContainer observed(
      SandboxId sandboxId,
      ContainerCondition condition,
      String imageName,
      String imageRef,
      String logPath,
      @Nullable LinuxResources mayUse) {
    return new ObservedContainer(
        id,
        sandboxId,
        labelledUid,
        config.name(),
        config.attempt(),
        condition,
        createdAt,
        imageName,
        imageRef,
        image.id(),
        logPath,
        config.labels(),
        config.annotations(),
        mayUse,
        null);
  }
}

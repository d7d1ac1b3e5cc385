package dev.jubelet.runtime.state;

import dev.jubelet.linux.ProcessMark;
import dev.jubelet.model.runtime.ContainerConfig;
import dev.jubelet.model.runtime.LinuxResources;
import dev.jubelet.model.status.LinuxContainerUser;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param image as people call it
 * @param roots keys of the images that are mounted in it, beside its own root
 * @param stopSignal such as {@code SIGTERM}
 * @param process its first one, while it runs
 * @param monitor its conmon
 * @param user who its first process is, once that has been decided
 */
public record ContainerRecord(
    String id,
    String sandbox,
    ContainerConfig config,
    Phase phase,
    Instant createdAt,
    String image,
    String imageId,
    String imageRef,
    String logPath,
    String stopSignal,
    List<String> roots,
    @Nullable Instant startedAt,
    @Nullable ProcessMark process,
    @Nullable ProcessMark monitor,
    @Nullable Ending ending,
    @Nullable LinuxContainerUser user) {
  public enum Phase {
    /** Its record is all that is certain. */
    MAKING,
    CREATED,
    /** Whether anything of it runs must be looked up. */
    STARTING,
    RUNNING,
    EXITED,
    REMOVING
  }

  public record Ending(Instant finishedAt, int exitCode, String reason, String message) {}

  public ContainerRecord {
    roots = List.copyOf(roots);
  }

  public ContainerRecord in(Phase next) {
    return copy(next, config, startedAt, process, monitor, ending);
  }

  /** Made, and decided as whom it is to run. */
  public ContainerRecord created(LinuxContainerUser decided) {
    return new ContainerRecord(
        id,
        sandbox,
        config,
        Phase.CREATED,
        createdAt,
        image,
        imageId,
        imageRef,
        logPath,
        stopSignal,
        roots,
        startedAt,
        process,
        monitor,
        ending,
        decided);
  }

  /** Nobody is named when it was so quick that nobody is left. */
  public ContainerRecord running(
      Instant moment, @Nullable ProcessMark first, @Nullable ProcessMark conmon) {
    return copy(Phase.RUNNING, config, moment, first, conmon, null);
  }

  public ContainerRecord exited(Ending end) {
    return copy(Phase.EXITED, config, startedAt, process, monitor, end);
  }

  public ContainerRecord with(LinuxResources resources) {
    ContainerConfig changed =
        new ContainerConfig(
            config.name(),
            config.attempt(),
            config.image(),
            config.command(),
            config.args(),
            config.workingDir(),
            config.env(),
            config.mounts(),
            config.devices(),
            config.labels(),
            config.annotations(),
            config.logPath(),
            config.stdin(),
            config.stdinOnce(),
            config.tty(),
            resources,
            config.security(),
            config.stopSignal());
    return copy(phase, changed, startedAt, process, monitor, ending);
  }

  private ContainerRecord copy(
      Phase newPhase,
      ContainerConfig newConfig,
      @Nullable Instant newStartedAt,
      @Nullable ProcessMark newProcess,
      @Nullable ProcessMark newMonitor,
      @Nullable Ending newEnding) {
    return new ContainerRecord(
        id,
        sandbox,
        newConfig,
        newPhase,
        createdAt,
        image,
        imageId,
        imageRef,
        logPath,
        stopSignal,
        roots,
        newStartedAt,
        newProcess,
        newMonitor,
        newEnding,
        user);
  }
}

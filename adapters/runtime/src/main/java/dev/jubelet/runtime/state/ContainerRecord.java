package dev.jubelet.runtime.state;

import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.ContainerConfigBuilder;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.status.LinuxContainerUser;
import io.soabase.recordbuilder.core.RecordBuilder;
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
@RecordBuilder
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
    @Nullable ProcessIdentity process,
    @Nullable ProcessIdentity monitor,
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
    return changed().phase(next).build();
  }

  /** Made, and decided as whom it is to run. */
  public ContainerRecord created(LinuxContainerUser decided) {
    return changed().phase(Phase.CREATED).user(decided).build();
  }

  /** Nobody is named when it was so quick that nobody is left. */
  public ContainerRecord running(
      Instant moment, @Nullable ProcessIdentity first, @Nullable ProcessIdentity conmon) {
    return changed()
        .phase(Phase.RUNNING)
        .startedAt(moment)
        .process(first)
        .monitor(conmon)
        .ending(null)
        .build();
  }

  public ContainerRecord exited(Ending end) {
    return changed().phase(Phase.EXITED).ending(end).build();
  }

  public ContainerRecord with(LinuxResources resources) {
    return changed()
        .config(ContainerConfigBuilder.builder(config).resources(resources).build())
        .build();
  }

  /**
   * As it is kept on a disk: a variable may come from a Secret, and words of a command may have its
   * value. Only the bundle has them, in memory and for us alone.
   */
  public ContainerRecord withoutValues() {
    List<EnvEntry> names =
        config.env().stream().map(entry -> new EnvEntry(entry.key(), "")).toList();
    return changed()
        .config(
            ContainerConfigBuilder.builder(config)
                .env(names)
                .command(List.of())
                .args(List.of())
                .build())
        .build();
  }

  /** Whether an earlier version of ours wrote down what is not kept on a disk any more. */
  public boolean hasValues() {
    return !config.command().isEmpty()
        || !config.args().isEmpty()
        || config.env().stream().anyMatch(entry -> !entry.value().isEmpty());
  }

  /** With the values that are not kept on a disk. */
  public ContainerRecord withValues(List<String> command, List<EnvEntry> env) {
    return changed()
        .config(
            ContainerConfigBuilder.builder(config)
                .env(env)
                .command(command)
                .args(List.of())
                .build())
        .build();
  }

  private ContainerRecordBuilder changed() {
    return ContainerRecordBuilder.builder(this);
  }
}

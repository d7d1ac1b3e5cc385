package dev.jubelet.runtime.inventory;

import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.state.RecordStore;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;

/** One container. */
public final class ContainerEntry extends RuntimeEntry<ContainerRecord> {
  private static final ContainerCondition LISTED_EXITED =
      new ContainerCondition.Exited(Instant.EPOCH, Instant.EPOCH, 0, "", "");
  private static final ContainerCondition LISTED_RUNNING =
      new ContainerCondition.Running(Instant.EPOCH);

  private final CountDownLatch exited = new CountDownLatch(1);
  private final CountDownLatch cleaned = new CountDownLatch(1);

  public ContainerEntry(
      RecordStore<ContainerRecord> shelf, ContainerRecord record, SandboxConfig pod) {
    super(shelf, "container", record.id(), pod.uid(), record);
  }

  @Override
  public void set(ContainerRecord next) {
    super.set(next);
    if (next.phase() == ContainerRecord.Phase.EXITED) {
      exited.countDown();
    }
  }

  @Override
  ContainerRecord kept(ContainerRecord whole) {
    return whole.withoutValues();
  }

  /** Open once it has ended. */
  public CountDownLatch exited() {
    return exited;
  }

  /** Open once nothing of it is left in the kernel. */
  public CountDownLatch cleaned() {
    return cleaned;
  }

  /** CRI: containers of one name in one pod are told apart by their attempts. */
  public static String name(String container, int attempt, SandboxConfig pod) {
    return String.join(
        "_", container, pod.name(), pod.namespace(), pod.uid(), Integer.toString(attempt));
  }

  /**
   * @param listed without times and codes
   */
  public ObservedContainer seen(boolean listed) {
    ContainerRecord now = record();
    return new ObservedContainer(
        new ContainerId(now.id()),
        new SandboxId(now.sandbox()),
        uid(),
        now.config().name(),
        now.config().attempt(),
        condition(now, listed),
        now.createdAt(),
        now.image(),
        now.imageRef(),
        now.imageId(),
        now.logPath(),
        now.config().labels(),
        now.config().annotations(),
        listed ? null : now.config().resources(),
        listed ? null : now.user());
  }

  private static ContainerCondition condition(ContainerRecord now, boolean listed) {
    Instant started = Objects.requireNonNullElse(now.startedAt(), Instant.EPOCH);
    ContainerRecord.Ending ending = now.ending();
    if (ending != null) {
      return listed
          ? LISTED_EXITED
          : new ContainerCondition.Exited(
              started, ending.finishedAt(), ending.exitCode(), ending.reason(), ending.message());
    }
    return switch (now.phase()) {
      case MAKING, CREATED, STARTING -> new ContainerCondition.Created();
      case RUNNING -> listed ? LISTED_RUNNING : new ContainerCondition.Running(started);
      case EXITED, REMOVING -> new ContainerCondition.Unknown();
    };
  }
}

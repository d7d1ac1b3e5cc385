package dev.jubelet.runtime.container;

import dev.jubelet.images.ImageStore;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.model.runtime.ContainerEvent.Kind;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.CgroupPaths;
import dev.jubelet.runtime.inventory.ContainerEntry;
import dev.jubelet.runtime.inventory.KernelFigures;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.monitor.OciProgram;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.state.ContainerRecord.Ending;
import dev.jubelet.runtime.state.ContainerRecord.Phase;
import dev.jubelet.runtime.state.RecordStore;
import dev.jubelet.runtime.watch.EventHub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How containers end: by themselves, by us, or by losing their monitor. */
final class ContainerTermination {
  private static final Duration DEATH = Duration.ofSeconds(10);
  private static final Duration MOURNING = Duration.ofMinutes(1);
  private static final Duration AT_ONCE = Duration.ofMillis(100);
  private static final int KILLED = 137;
  private static final int RELEASES_MAX = 50;
  private static final Duration RELEASE_PAUSE = Duration.ofMillis(20);

  private final RuntimeContext context;
  private final ImageStore images;
  private final RecordStore<ContainerRecord> shelf;
  private final EventHub events;

  ContainerTermination(
      RuntimeContext context,
      ImageStore images,
      RecordStore<ContainerRecord> shelf,
      EventHub events) {
    this.context = context;
    this.images = images;
    this.shelf = shelf;
    this.events = events;
  }

  OciProgram program(ContainerRecord record) {
    return context
        .inventory()
        .sandbox(record.sandbox())
        .map(sandbox -> context.programs().handler(sandbox.record().handler()))
        .orElseGet(() -> context.programs().thatKnows(record.id()));
  }

  /** CRI: the signal, the grace, then the end of everything in it. */
  void stop(ContainerEntry entry, Duration grace) {
    // Whoever starts it has its turn until it runs.
    Phase phase = entry.take(() -> entry.record().phase());
    if (phase != Phase.RUNNING) {
      return;
    }
    ProcessIdentity process = entry.record().process();
    if (!grace.isZero() && !grace.isNegative() && process != null) {
      process.signal(StopSignals.number(entry.record().stopSignal()));
      if (awaited(entry.exited(), grace)) {
        return;
      }
    }
    kill(entry);
  }

  void kill(ContainerEntry entry) {
    ProcessIdentity process = entry.record().process();
    if (process != null) {
      process.signal(StopSignals.KILL);
    }
    if (awaited(entry.exited(), DEATH)) {
      return;
    }
    // Somebody else in it may hold its streams open, or its monitor is gone.
    program(entry.record()).killAll(entry.id());
    if (!awaited(entry.exited(), DEATH) && !lost(entry)) {
      throw new OutsideFailure(
          FailureKind.TIMED_OUT, "container " + entry.id() + " does not end when it is killed");
    }
  }

  private static boolean awaited(CountDownLatch event, Duration time) {
    try {
      return event.await(Math.max(0, time.toMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(
          FailureKind.TIMED_OUT, "interrupted while waiting for a container's end", stopped);
    }
  }

  /** Its exit file is there, or may be. */
  void noticed(ContainerEntry entry) {
    entry.run(() -> {
      if (entry.record().phase() == Phase.RUNNING) {
        ending(entry.record()).ifPresent(end -> conclude(entry, end));
      }
    });
  }

  /** What conmon wrote about the end; empty when it did not, or not yet. */
  Optional<Ending> ending(ContainerRecord record) {
    Path file = context.places().exit(record.id());
    try {
      int code = Integer.parseInt(Files.readString(file).strip());
      Instant at = moment(Files.getLastModifiedTime(file).toInstant(), Instant.now());
      String reason = ranOutOfMemory(record) ? "OOMKilled" : code == 0 ? "Completed" : "Error";
      return Optional.of(new Ending(at, code, reason, ""));
    } catch (IOException | NumberFormatException none) {
      return Optional.empty();
    }
  }

  /** The kernel's count is there even where conmon did not come to write its file. */
  private boolean ranOutOfMemory(ContainerRecord record) {
    String counts = context.cgroups().unified() ? "memory.events" : "memory.oom_control";
    return context.conmon().ranOutOfMemory(context.places().bundle(record.id()))
        || context
            .cgroups()
            .read(CgroupPaths.of(context, record), "memory", counts)
            .filter(text -> KernelFigures.field(text, "oom_kill") > 0)
            .isPresent();
  }

  /**
   * The time of a file is behind by up to a tick of the kernel, so that a container could seem to
   * have ended before it was killed. Who looks at once knows it better.
   */
  static Instant moment(Instant written, Instant now) {
    return written.plus(AT_ONCE).isAfter(now) && now.isAfter(written) ? now : written;
  }

  /**
   * In its turn. Those who wait are told first; the rest of the work is nobody's business. Where it
   * cannot be written down, the next life finds the exit file, or nothing that runs.
   */
  void conclude(ContainerEntry entry, Ending end) {
    boolean _ = entry.changeAnyhow(entry.record().exited(end), why -> tellUnwritten(entry, why));
    events.tell(Kind.STOPPED, entry.id(), entry.uid());
    bury(entry);
  }

  /** What comes after its end is known; also when an earlier life of ours did not come to it. */
  void bury(ContainerEntry entry) {
    ContainerRecord ended = entry.record();
    try {
      forget(ended);
      // An exit code is what nobody can find out again.
      entry.writeForGood();
      Files.deleteIfExists(context.places().exit(entry.id()));
    } catch (IOException | OutsideFailure refused) {
      tellFailedCleanUp(entry, refused);
    } finally {
      entry.cleaned().countDown();
    }
  }

  /** Its monitor is gone: after its last word, or without one. */
  void monitorEnded(ContainerEntry entry) {
    try {
      boolean _ = lost(entry);
    } catch (OutsideFailure | LinuxException refused) {
      tellFailedCleanUp(entry, refused);
    }
  }

  private void tellFailedCleanUp(ContainerEntry entry, Exception refused) {
    tell(entry, "FailedCleanUp", String.valueOf(refused.getMessage()));
  }

  void tellUnwritten(ContainerEntry entry, String why) {
    tell(entry, "FailedRecord", "its end goes on without a record: " + why);
  }

  private void tell(ContainerEntry entry, String reason, String message) {
    context
        .journal()
        .write(
            Journal.Level.WARNING,
            null,
            entry.uid(),
            reason,
            "container " + entry.id() + ": " + message);
  }

  /**
   * Whether its monitor is gone without a word. Then nobody holds its streams or will ever tell its
   * exit code: it is ended.
   */
  boolean lost(ContainerEntry entry) {
    ContainerRecord seen = entry.record();
    ProcessIdentity monitor = seen.monitor();
    if (seen.phase() != Phase.RUNNING || (monitor != null && monitor.alive())) {
      return false;
    }
    return entry.take(() -> {
      ContainerRecord now = entry.record();
      if (now.phase() != Phase.RUNNING) {
        return true;
      }
      // Only now: a monitor writes first and goes then.
      Optional<Ending> written = ending(now);
      if (written.isEmpty()) {
        ProcessIdentity process = now.process();
        if (process != null) {
          process.signal(StopSignals.KILL);
        }
        program(now).killAll(entry.id());
      }
      conclude(
          entry,
          written.orElse(
              new Ending(
                  Instant.now(),
                  KILLED,
                  "Error",
                  "its monitor (conmon) ended without reporting an exit code")));
      return true;
    });
  }

  void remove(ContainerEntry entry) {
    if (entry.take(() -> entry.record().phase()) == Phase.RUNNING) {
      kill(entry);
    }
    boolean removed =
        entry.take(() -> {
          if (context.inventory().container(entry.id()).isEmpty()) {
            return false;
          }
          ContainerRecord removing = entry.record().in(Phase.REMOVING);
          if (!entry.changeAnyhow(removing, why -> tellUnwritten(entry, why))) {
            removeRecord(removing);
          }
          undo(removing);
          return true;
        });
    if (removed) {
      events.tell(Kind.DELETED, entry.id(), entry.uid());
    }
  }

  /**
   * Half of a container must not be started. Where its record cannot say so, it goes first: the
   * next life takes apart what has none.
   */
  private void removeRecord(ContainerRecord record) {
    try {
      forget(record);
      shelf.remove(record.id());
    } catch (IOException refused) {
      throw LinuxException.asFailure("cannot remove container " + record.id(), refused);
    }
  }

  /** Takes away all of one that does not run, whole or half made. */
  void undo(ContainerRecord record) {
    try {
      forget(record);
      UserNamespaceMounts.clear(context.places().bundle(record.id()));
      for (String key : record.roots()) {
        release(key);
      }
      release(record.id());
      context.places().remove(record.id());
      shelf.remove(record.id());
      context.inventory().forgetContainer(record.id());
    } catch (IOException | LinuxException refused) {
      throw LinuxException.asFailure("cannot remove container " + record.id(), refused);
    }
  }

  /** Takes away what OCI runtime and monitor made; also what they do not know of any more. */
  void forget(ContainerRecord record) throws IOException {
    program(record).delete(record.id());
    context.conmon().forget(record.id());
    String cgroup = CgroupPaths.of(context, record);
    if (context.settings().cgroupDriver() == CgroupDriver.CGROUPFS
        && context.cgroups().exists(cgroup)) {
      try {
        boolean _ = context.cgroups().remove(cgroup);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The kernel lets go of a mount a little later than of the last process that used it. */
  private void release(String key) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        images.releaseRoot(key);
        return;
      } catch (IOException busy) {
        if (tries == RELEASES_MAX) {
          throw busy;
        }
        try {
          Thread.sleep(RELEASE_PAUSE);
        } catch (InterruptedException stopped) {
          Thread.currentThread().interrupt();
          throw busy;
        }
      }
    }
  }

  /** Waits until nothing of those that ended is left in the kernel. */
  void awaitClean(List<ContainerEntry> entries) {
    for (ContainerEntry entry : entries) {
      if (entry.exited().getCount() == 0) {
        boolean _ = awaited(entry.cleaned(), MOURNING);
      }
    }
  }
}

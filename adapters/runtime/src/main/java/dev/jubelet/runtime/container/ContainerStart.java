package dev.jubelet.runtime.container;

import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.model.runtime.ContainerEvent.Kind;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.ContainerEntry;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.inventory.SandboxEntry;
import dev.jubelet.runtime.inventory.Uninterrupted;
import dev.jubelet.runtime.monitor.Conmon;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.state.ContainerRecord.Ending;
import dev.jubelet.runtime.state.ContainerRecord.Phase;
import dev.jubelet.runtime.watch.EventHub;
import dev.jubelet.runtime.watch.ProcessExitWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Starts containers. Their processes are made here and not when they are created, so that a program
 * which cannot be run is an error of the start, as CRI's users know it, and a created container
 * costs nothing and needs no undoing.
 */
final class ContainerStart {
  private static final int START_ERROR = 128;
  private static final Duration LAST_WORDS = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final RuntimeContext context;
  private final ContainerTermination ending;
  private final EventHub events;
  private final ProcessExitWatch deaths;

  ContainerStart(
      RuntimeContext context,
      ContainerTermination ending,
      EventHub events,
      ProcessExitWatch deaths) {
    this.context = context;
    this.ending = ending;
    this.events = events;
    this.deaths = deaths;
  }

  /** In its turn. */
  void start(ContainerEntry entry) {
    ContainerRecord record = entry.record();
    if (record.phase() != Phase.CREATED) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "container "
              + entry.id()
              + " cannot be started: it is "
              + record.phase().name().toLowerCase(Locale.ROOT));
    }
    if (context.inventory().sandbox(record.sandbox()).filter(SandboxEntry::ready).isEmpty()) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE, "sandbox " + record.sandbox() + " is not ready");
    }
    entry.write(record.in(Phase.STARTING));
    Instant before = Instant.now();
    try {
      run(entry, before, context.conmon().launch(ending.program(record), launch(record)));
    } catch (OutsideFailure failed) {
      Uninterrupted.run(() -> undo(record));
      OutsideFailure told =
          new OutsideFailure(
              failed.kind(), "cannot start container " + entry.id() + ": " + failed.text(), failed);
      Ending end = new Ending(Instant.now(), START_ERROR, "StartError", told.text());
      Uninterrupted.run(() -> ending.conclude(entry, end));
      throw told;
    } finally {
      // Not before it is written down how it went: until then it may have to be started again.
      takeBack(entry.id());
    }
  }

  private void takeBack(String id) {
    try {
      UserNamespaceMounts.takeBack(context.places().bundle(id));
    } catch (IOException | LinuxException kept) {
      context
          .journal()
          .write(
              Journal.Level.WARNING, "FailedCleanUp", "container " + id + ": " + kept.getMessage());
    }
  }

  private void run(ContainerEntry entry, Instant since, Conmon.Launched launched) {
    entry.change(entry.record().running(since, launched.process(), launched.monitor()));
    runs(entry);
  }

  private void runs(ContainerEntry entry) {
    events.tell(Kind.STARTED, entry.id(), entry.uid());
    follow(entry);
  }

  /** From now on its end is noticed, also if its monitor does not tell it. */
  void follow(ContainerEntry entry) {
    deaths.follow(entry.record().monitor(), () -> ending.monitorEnded(entry));
  }

  private Conmon.Launch launch(ContainerRecord record) {
    ContainerConfig config = record.config();
    return new Conmon.Launch(
        record.id(),
        config.name(),
        context.places().bundle(record.id()),
        record.logPath(),
        config.tty(),
        config.stdin(),
        config.stdinOnce());
  }

  /** Nothing of an attempt is left afterwards, also nothing that it had only begun. */
  private void undo(ContainerRecord record) {
    Path bundle = context.places().bundle(record.id());
    context.conmon().starter(bundle).ifPresent(it -> it.signal(StopSignals.KILL));
    ending.program(record).delete(record.id());
    context.conmon().monitor(bundle).ifPresent(it -> it.signal(StopSignals.KILL));
    try {
      Files.deleteIfExists(context.places().exit(record.id()));
    } catch (IOException kept) {
      // It names a container that will never be looked for.
    }
  }

  /**
   * Finds out how far a start came that an earlier life of ours began, and completes it or takes it
   * back.
   */
  void resume(ContainerEntry entry) {
    ContainerRecord record = entry.record();
    Path bundle = context.places().bundle(record.id());
    context.conmon().settle(bundle);
    String status = ending.program(record).status(record.id()).orElse("");
    // One that has ended already is not begun again because its monitor is still about to say so.
    Optional<Ending> ended = status.equals("stopped") ? lastWords(record) : ending.ending(record);
    if (ended.isEmpty() && !status.equals("running") && !status.equals("stopped")) {
      undo(record);
      found(entry, record.in(Phase.CREATED));
      return;
    }
    Conmon.Launched launched = context.conmon().launched(bundle);
    found(entry, record.running(startedAt(bundle), launched.process(), launched.monitor()));
    runs(entry);
    ended.ifPresent(end -> ending.conclude(entry, end));
    takeBack(entry.id());
    boolean _ = ending.lost(entry);
  }

  /** Whoever comes after us finds it again if it cannot be written down. */
  private void found(ContainerEntry entry, ContainerRecord now) {
    boolean _ = entry.changeAnyhow(now, why -> ending.tellUnwritten(entry, why));
  }

  private static Instant startedAt(Path bundle) {
    try {
      return Files.getLastModifiedTime(bundle.resolve("pid")).toInstant();
    } catch (IOException gone) {
      return Instant.now();
    }
  }

  private Optional<Ending> lastWords(ContainerRecord record) {
    Optional<ProcessIdentity> monitor =
        context.conmon().monitor(context.places().bundle(record.id()));
    long end = System.nanoTime() + LAST_WORDS.toNanos();
    while (true) {
      boolean over =
          monitor.filter(ProcessIdentity::alive).isEmpty() || System.nanoTime() - end >= 0;
      Optional<Ending> words = ending.ending(record);
      if (words.isPresent() || over) {
        return words;
      }
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
  }
}

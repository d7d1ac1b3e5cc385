package dev.jubelet.runtime.watch;

import dev.jubelet.linux.file.DirectoryWatch;
import dev.jubelet.ports.Journal;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Notices the files that conmon writes when containers end. */
public final class ExitFileWatch implements AutoCloseable {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");
  private static final Duration WITHOUT_INOTIFY = Duration.ofSeconds(1);

  private final Path directory;
  private final DirectoryWatch watch;
  private final Consumer<String> listener;
  private final Journal journal;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /**
   * @param listener gets the id of whatever ended, each on a thread of its own, maybe twice
   */
  public ExitFileWatch(Path directory, Journal journal, Consumer<String> listener) {
    this.directory = directory;
    this.watch = new DirectoryWatch(directory);
    this.listener = listener;
    this.journal = journal;
    this.thread = Thread.ofVirtual().name("exits").unstarted(this::follow);
  }

  public void start() {
    thread.start();
  }

  private void follow() {
    try {
      watch.run(this::told);
    } catch (IllegalStateException refused) {
      journal.write(
          Journal.Level.WARNING,
          "WatchFailed",
          "exits are looked for every second: " + refused.getMessage());
      lookAgainAndAgain();
    }
  }

  /** The kernel has a limit of watches; containers end all the same. */
  private void lookAgainAndAgain() {
    try {
      while (!closed.await(WITHOUT_INOTIFY.toMillis(), TimeUnit.MILLISECONDS)) {
        all();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void told(String name) {
    if (name.isEmpty()) {
      all();
    } else {
      one(name);
    }
  }

  private void all() {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(files::add);
    } catch (IOException gone) {
      return;
    }
    files.forEach(file -> one(file.getFileName().toString()));
  }

  private void one(String name) {
    if (ID.matcher(name).matches() && Files.exists(directory.resolve(name))) {
      Thread _ = Thread.ofVirtual().name("exit").start(() -> listener.accept(name));
    }
  }

  @Override
  public void close() {
    closed.countDown();
    watch.close();
  }
}

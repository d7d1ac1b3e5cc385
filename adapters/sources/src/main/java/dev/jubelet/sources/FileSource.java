package dev.jubelet.sources;

import dev.jubelet.linux.file.DirectoryEvents;
import dev.jubelet.linux.file.DirectoryWatch;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Static pods from a directory of manifests, or from one manifest. A change is delivered at its
 * inotify event; a sweep now and then makes up for events that were lost.
 *
 * <p>A problem is in the delivery after its discovery and in no other, so that what comes out can
 * be logged as it is.
 */
public final class FileSource extends ManifestSource {
  private final Path path;
  private final Duration sweepEvery;
  private final Function<Path, DirectoryEvents> watching;
  private final ManifestFolder folder;
  private final ManifestObjects objects;

  private @Nullable DirectoryEvents events;

  /**
   * @param objects is given what the manifests have beside pods
   */
  public FileSource(
      Path path,
      String nodeName,
      Duration sweepEvery,
      NodeTime time,
      Journal journal,
      ManifestObjects objects) {
    this(path, nodeName, sweepEvery, time, journal, objects, DirectoryWatch::new);
  }

  FileSource(
      Path path,
      String nodeName,
      Duration sweepEvery,
      NodeTime time,
      Journal journal,
      ManifestObjects objects,
      Function<Path, DirectoryEvents> watching) {
    super("file", time, journal);
    this.path = path.toAbsolutePath().normalize();
    this.sweepEvery = sweepEvery;
    this.objects = objects;
    this.watching = watching;
    this.folder =
        new ManifestFolder(this.path, new StaticPods(name(), nodeName, time), objects.memory());
  }

  @Override
  void begin() {
    Thread.ofVirtual().name("file source").start(this::run);
  }

  private void run() {
    lookAgain();
    try {
      DirectoryEvents watch = watching.apply(watched());
      if (adopt(watch)) {
        watch.run(this::changed);
      }
    } catch (RuntimeException broken) {
      // Without inotify, such as beyond its limits, the sweeps still find every change.
      journal.write(
          Journal.Level.WARNING,
          "WatchFailed",
          "changes of " + path + " are seen only every " + sweepEvery.toSeconds() + "s: " + broken);
    }
  }

  /** A single file is watched through its directory, where its replacement appears. */
  private Path watched() {
    Path parent = path.getParent();
    return parent != null && Files.isRegularFile(path) ? parent : path;
  }

  private synchronized boolean adopt(DirectoryEvents watch) {
    if (isClosed()) {
      watch.close();
      return false;
    }
    events = watch;
    return true;
  }

  private void changed(String name) {
    // ConfigMap trees change by renaming "..data", through which all their files are reached.
    if (name.isEmpty() || name.startsWith("..")) {
      look(folder::lookAtAll);
    } else {
      look(() -> {
        folder.lookAtOne(name);
        return delivered() != null;
      });
    }
  }

  private void lookAgain() {
    try {
      look(folder::lookAtAll);
    } finally {
      again(sweepEvery, () -> Thread.startVirtualThread(this::lookAgain));
    }
  }

  private interface Looking {
    /** False when the full list is not known, so that nothing can be delivered. */
    boolean look();
  }

  private synchronized void look(Looking looking) {
    if (isClosed()) {
      return;
    }
    boolean complete = looking.look();
    List<Pod> pods = folder.pods();
    List<String> news = new ArrayList<>(folder.takeNews());
    if (complete) {
      // Before the pods, which may refer to them.
      news.addAll(objects.replace(name(), folder.objects()));
    }
    deliver(complete || delivered() != null ? pods : null, news);
  }

  @Override
  public synchronized void close() {
    super.close();
    if (events != null) {
      events.close();
    }
  }
}

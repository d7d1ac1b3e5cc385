package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStateWaiting;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.nodeserver.PodReport;
import dev.jubelet.nodeserver.http.HttpCall;
import dev.jubelet.nodeserver.http.Reply;
import dev.jubelet.nodeserver.logs.ContainerLogFiles;
import dev.jubelet.nodeserver.logs.LogChanges;
import dev.jubelet.nodeserver.logs.LogFollower;
import dev.jubelet.nodeserver.logs.LogRun;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /containerLogs/NAMESPACE/POD/CONTAINER}. */
final class ContainerLogs {
  /** Written lines wake a follower at once; this is for the end of its container. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final ServedNode node;
  private final PodLookup lookup;
  private final LogChanges changes;

  ContainerLogs(ServedNode node, PodLookup lookup, LogChanges changes) {
    this.node = node;
    this.lookup = lookup;
    this.changes = changes;
  }

  /** Why there is no log; callers of the kubelet know the sentences. */
  private static Refused noLog(String why) {
    return new Refused(400, why);
  }

  void answer(HttpCall call, Map<String, String> names, Reply reply) throws IOException, Refused {
    String name = GoQuote.quoted(names.getOrDefault("pod", ""));
    String container = names.getOrDefault("container", "");
    LogQuery query = LogQuery.parse(call.target(), node.switches().splitStreams(), Instant.now());
    PodReport report =
        lookup.pod(names).orElseThrow(() -> new Refused(404, "pod " + name + " does not exist"));
    if (!PodLookup.hasContainer(report.pod(), container)) {
      throw new Refused(
          404, "container %s not found in pod %s".formatted(GoQuote.quoted(container), name));
    }
    send(reply, query, report, container, containerId(report, container, query.previous()));
  }

  private void send(Reply reply, LogQuery query, PodReport report, String container, String id)
      throws IOException, Refused {
    LogRun run = run(report.pod(), container, id, query.previous());
    requireLog(run);
    try (OutputStream out = reply.begin(200, Map.of("Content-Type", "text/plain"));
        LogChanges.Follower written = changes.follow(run.directory())) {
      LogFollower follower = new LogFollower(run, out, query.options());
      if (query.follow()) {
        follower.follow(() -> waitWhileRunning(written, report.pod(), container, id));
      } else {
        follower.copy();
      }
    }
  }

  private static void requireLog(LogRun run) throws Refused {
    try (FileChannel _ = run.open()) {
      return;
    } catch (NoSuchFileException missing) {
      throw noLog(
          "failed to try resolving symlinks in path %s: lstat %s: no such file or directory"
              .formatted(GoQuote.quoted(run.current().toString()), run.current()));
    } catch (IOException strange) {
      throw noLog(
          "the log %s is not a regular file, or behind a link, so it is not shown"
              .formatted(run.current()));
    }
  }

  private boolean waitWhileRunning(
      LogChanges.Follower written, Pod pod, String container, String id) throws IOException {
    if (!runs(pod, container, id)) {
      return false;
    }
    try {
      written.await(BETWEEN_LOOKS);
      return true;
    } catch (InterruptedException clientGone) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the client is gone");
    }
  }

  private boolean runs(Pod pod, String container, String id) {
    return node.pages().pods().get().stream()
        .filter(each -> each.pod().uid().equals(pod.uid()))
        .flatMap(each -> PodLookup.status(each.status(), container).stream())
        .anyMatch(each -> each.state().running() != null && each.containerID().equals(id));
  }

  /** The runtime knows which run of the container that was; else the latest files count. */
  private LogRun run(Pod pod, String container, String id, boolean previous)
      throws IOException, Refused {
    ContainerLogFiles files =
        ContainerLogFiles.of(
            node.places().podLogs(),
            pod.metadata().namespace(),
            pod.metadata().name(),
            pod.metadata().uid(),
            container);
    ContainerId plain = new ContainerId(id.substring(id.indexOf("://") + 3));
    try {
      Optional<ObservedContainer> known =
          node.runtime().get().flatMap(runtime -> runtime.containers().status(plain));
      if (known.isPresent()) {
        return files.numbered(known.get().attempt());
      }
    } catch (OutsideFailure runtimeAway) {
      // Logs are files: they can be read while the runtime is away.
    }
    return byNumber(files, previous);
  }

  private static LogRun byNumber(ContainerLogFiles files, boolean previous)
      throws IOException, Refused {
    return files
        .run(previous ? 1 : 0)
        .orElseThrow(() -> noLog("no log is under " + files.directory()));
  }

  /** The id of the container whose log is meant, with the runtime's name before it. */
  private static String containerId(PodReport report, String container, boolean previous)
      throws Refused {
    String where =
        "container %s in pod %s"
            .formatted(GoQuote.quoted(container), GoQuote.quoted(report.pod().metadata().name()));
    ContainerStatus status =
        PodLookup.status(report.status(), container)
            .orElseThrow(() -> noLog(where + " is not available"));
    String last = endedId(status.lastState().terminated());
    ContainerStateTerminated ended = status.state().terminated();
    if (previous) {
      return given(last, "previous terminated " + where + " not found");
    }
    if (status.state().running() != null) {
      return given(status.containerID(), where + " is not available");
    }
    if (ended != null) {
      return given(
          ended.containerID().isEmpty() ? last : ended.containerID(), where + " is terminated");
    }
    if (status.lastState().terminated() != null) {
      return given(last, where + " is terminated");
    }
    ContainerStateWaiting waiting = status.state().waiting();
    throw noLog(
        waiting == null
            ? where + " is waiting to start - no logs yet"
            : where + " is waiting to start: " + why(waiting.reason()));
  }

  private static String why(String reason) {
    return switch (reason) {
      case "ErrImagePull" -> "image can't be pulled";
      case "ImagePullBackOff" -> "trying and failing to pull image";
      default -> reason;
    };
  }

  private static String endedId(@Nullable ContainerStateTerminated ended) {
    return ended == null ? "" : ended.containerID();
  }

  private static String given(String id, String otherwise) throws Refused {
    if (!id.contains("://")) {
      throw noLog(otherwise);
    }
    return id;
  }
}

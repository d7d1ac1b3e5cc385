package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ObjectReader;
import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.json.JsonStream;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The API server's pods on disk, a file for each, for a life of ours that begins while it is away.
 * Secrets and ConfigMaps are not among them.
 */
public final class ApiPodFiles {
  static final String PREFIX = "api-pod-";

  /** Where older versions kept all pods, each on a line, after a line that says so. */
  static final String OLD = "api-pods";

  private static final String OLD_HEAD = "api-pods v1";

  /** A UID that can be part of a file's name. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9-]{1,100}");

  /** A status changes often, and what it was a moment ago is as good. */
  private static final Duration STATUS_PAUSE = Duration.ofSeconds(5);

  /** Many pods that come together are written together. */
  private static final Duration BETWEEN = Duration.ofMillis(500);

  private static final Duration AFTER_FAILURE = Duration.ofSeconds(30);

  private final ApiContext context;

  private @Nullable Supplier<List<Pod>> newest;
  private boolean writing;
  private @Nullable Instant begun;
  private NodeTime.@Nullable Alarm alarm;

  /** The version in each file, by the file's name. Only one writer at a time touches it. */
  private final Map<String, String> written = new HashMap<>();

  public ApiPodFiles(ApiContext context) {
    this.context = context;
  }

  /** What was kept last, each made by the reader; one that makes no sense is set aside alone. */
  List<ApiPod> load(Function<JsonStream, ApiPod> reader) {
    migrate();
    List<ApiPod> pods = new ArrayList<>();
    for (String name : context.state().names(PREFIX)) {
      if (PLAIN.matcher(name.substring(PREFIX.length())).matches()) {
        Optional<ApiPod> pod =
            context.state().read(name, content -> pod(name, content, reader), this::damaged);
        pod.ifPresent(found -> {
          written.put(name, found.metadata().resourceVersion());
          pods.add(found);
        });
      }
    }
    return List.copyOf(pods);
  }

  private static ApiPod pod(String name, String content, Function<JsonStream, ApiPod> reader) {
    try (JsonStream json = JsonStream.of(content)) {
      ApiPod pod = reader.apply(json);
      if (!name.equals(PREFIX + pod.metadata().uid())) {
        throw new IllegalArgumentException("the saved pod in " + name + " is another pod");
      }
      return pod;
    }
  }

  private void damaged(String what) {
    context.warn("DamagedState", what);
  }

  private void migrate() {
    if (!context.state().names(OLD).contains(OLD)) {
      return;
    }
    Optional<List<String>> pods = context.state().read(OLD, ApiPodFiles::lines, this::damaged);
    if (pods.isPresent()) {
      try {
        pods.get().forEach(this::moveOut);
        context.state().remove(OLD);
      } catch (OutsideFailure refused) {
        context.warn("FailedToKeepPods", refused.text());
      }
    }
  }

  private static List<String> lines(String content) {
    List<String> lines = content.lines().toList();
    if (lines.isEmpty() || !lines.getFirst().equals(OLD_HEAD)) {
      throw new IllegalArgumentException("the saved pods are not valid");
    }
    return lines.subList(1, lines.size());
  }

  private void moveOut(String line) {
    try (JsonStream json = JsonStream.of(line)) {
      String uid = ObjectReader.METADATA.apply(json).uid();
      if (PLAIN.matcher(uid).matches()) {
        context.state().save(PREFIX + uid, line);
      }
    } catch (IllegalArgumentException damaged) {
      context.warn("DamagedState", "a pod in " + OLD + " is left out: " + damaged.getMessage());
    }
  }

  /**
   * Keeps these from now on.
   *
   * @param pods is asked when it is time to write
   * @param atOnce whether more than statuses changed
   */
  void keep(Supplier<List<Pod>> pods, boolean atOnce) {
    synchronized (this) {
      newest = pods;
      if (writing || (alarm != null && !atOnce)) {
        return;
      }
      Duration rest = atOnce ? rest() : STATUS_PAUSE;
      if (rest.isPositive()) {
        cancelAlarm();
        alarm = context.time().after(rest, this::write);
        return;
      }
    }
    write();
  }

  /** Until it may be written again. */
  private Duration rest() {
    return begun == null
        ? Duration.ZERO
        : Duration.between(context.time().now(), begun.plus(BETWEEN));
  }

  private void write() {
    Supplier<List<Pod>> due;
    synchronized (this) {
      cancelAlarm();
      due = newest;
      if (writing || due == null) {
        return;
      }
      writing = true;
      begun = context.time().now();
      newest = null;
    }
    context.effects().run("keep pods", () -> saved(due), this::ended);
  }

  /** Why it failed, or "". */
  private String saved(Supplier<List<Pod>> pods) {
    Map<String, Pod> wanted = new LinkedHashMap<>();
    pods.get().stream()
        .filter(pod -> PLAIN.matcher(pod.metadata().uid()).matches())
        .forEach(pod -> wanted.put(PREFIX + pod.metadata().uid(), pod));
    try {
      // First, since that works on a full disk and makes room.
      List<String> gone = new ArrayList<>(written.keySet());
      gone.removeAll(wanted.keySet());
      gone.forEach(this::remove);
      wanted.forEach(this::save);
      return "";
    } catch (OutsideFailure refused) {
      synchronized (this) {
        newest = newest == null ? pods : newest;
      }
      return refused.text();
    }
  }

  private void remove(String name) {
    context.state().remove(name);
    written.remove(name);
  }

  private void save(String name, Pod pod) {
    String version = pod.metadata().resourceVersion();
    if (version.isEmpty() || !version.equals(written.get(name))) {
      context.state().save(name, RecordEncoder.json(pod));
      written.put(name, version);
    }
  }

  private void ended(String failure) {
    synchronized (this) {
      writing = false;
      if (!failure.isEmpty()) {
        cancelAlarm();
        alarm = context.time().after(AFTER_FAILURE, this::write);
      } else if (newest != null) {
        cancelAlarm();
        alarm = context.time().after(BETWEEN, this::write);
      }
    }
    if (!failure.isEmpty()) {
      context.warn("FailedToKeepPods", failure);
    }
  }

  private void cancelAlarm() {
    if (alarm != null) {
      alarm.cancel();
      alarm = null;
    }
  }
}

package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The API server's pods on disk, for a life of ours that begins while it is away: a line that says
 * what follows, then a pod on each line. Secrets and ConfigMaps are not among them.
 */
public final class PodListFile {
  static final String NAME = "api-pods";
  private static final String HEAD = "api-pods v1";

  /** A status changes often, and what it was a moment ago is as good. */
  private static final Duration STATUS_PAUSE = Duration.ofSeconds(5);

  /** Many pods that come together are written together. */
  private static final Duration BETWEEN = Duration.ofMillis(500);

  private static final Duration AFTER_FAILURE = Duration.ofSeconds(30);

  private final ApiContext context;

  private @Nullable Supplier<List<Node.Fields>> newest;
  private String written = "";
  private boolean writing;
  private @Nullable Instant begun;
  private NodeTime.@Nullable Alarm alarm;

  public PodListFile(ApiContext context) {
    this.context = context;
  }

  /** What was kept last; nothing when there is nothing, or nothing that makes sense. */
  List<Node.Fields> load() {
    return context
        .state()
        .read(NAME, PodListFile::pods, what -> context.warn("DamagedState", what))
        .orElse(List.of());
  }

  private static List<Node.Fields> pods(String content) {
    List<String> lines = content.lines().toList();
    List<Node.Fields> pods = new ArrayList<>();
    boolean good = !lines.isEmpty() && lines.getFirst().equals(HEAD);
    for (int i = 1; i < lines.size() && good; i++) {
      Optional<Node.Fields> pod = JsonReader.upTo(Trees.DOCUMENT_BYTES_MAX).find(lines.get(i));
      pod.ifPresent(pods::add);
      good = pod.isPresent();
    }
    if (!good) {
      throw new IllegalArgumentException("the saved pods are not valid");
    }
    return List.copyOf(pods);
  }

  /**
   * Keeps these from now on.
   *
   * @param pods is asked when it is time to write
   * @param atOnce whether more than statuses changed
   */
  void keep(Supplier<List<Node.Fields>> pods, boolean atOnce) {
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
    Supplier<List<Node.Fields>> due;
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
  private String saved(Supplier<List<Node.Fields>> pods) {
    StringBuilder text = new StringBuilder(HEAD).append('\n');
    pods.get().forEach(pod -> text.append(JsonWriter.compact(pod)).append('\n'));
    String content = text.toString();
    if (content.equals(written)) {
      return "";
    }
    try {
      context.state().save(NAME, content);
      written = content;
      return "";
    } catch (OutsideFailure refused) {
      synchronized (this) {
        newest = newest == null ? pods : newest;
      }
      return refused.text();
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

package dev.jubelet.engine.node;

import dev.jubelet.decide.volume.EmptyDirLimits;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodVolumes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Measures emptyDirs that have a size limit, and has a pod evicted that has passed one. */
public final class EmptyDirWatch {
  /** As often as the Go kubelet looks. */
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final PodVolumes volumes;
  private final NodeServices node;
  private final Pods pods;
  private final BiConsumer<PodUid, String> evict;
  private volatile boolean closed;

  /** Who runs here: asked, it answers later. */
  public interface Pods {
    void running(Consumer<List<Pod>> answer);
  }

  /**
   * @param evict ends a pod with a message
   */
  public EmptyDirWatch(
      PodVolumes volumes, NodeServices node, Pods pods, BiConsumer<PodUid, String> evict) {
    this.volumes = volumes;
    this.node = node;
    this.pods = pods;
    this.evict = evict;
  }

  public void start() {
    node.time().after(PERIOD, () -> pods.running(this::check));
  }

  public void close() {
    closed = true;
  }

  private void check(List<Pod> running) {
    if (closed) {
      return;
    }
    List<Pod> limited =
        running.stream().filter(pod -> !EmptyDirLimits.limited(pod).isEmpty()).toList();
    if (limited.isEmpty()) {
      start();
      return;
    }
    node.effects()
        .run(
            "measure emptyDirs",
            () -> passed(limited),
            verdicts -> {
              verdicts.forEach(evict);
              start();
            });
  }

  private Map<PodUid, String> passed(List<Pod> limited) {
    Map<PodUid, String> verdicts = new LinkedHashMap<>();
    for (Pod pod : limited) {
      EmptyDirLimits.passed(pod, measured(pod)).ifPresent(why -> verdicts.put(pod.uid(), why));
    }
    return verdicts;
  }

  private Map<String, Long> measured(Pod pod) {
    Map<String, Long> bytes = new LinkedHashMap<>();
    for (Volume volume : EmptyDirLimits.limited(pod)) {
      try {
        bytes.put(volume.name(), volumes.usage(pod, volume).bytes());
      } catch (OutsideFailure refused) {
        // A pod that is being brought up or down has no such volume.
        if (refused.kind() != FailureKind.NOT_FOUND) {
          node.journal()
              .write(
                  Journal.Level.WARNING,
                  pod.fullName(),
                  pod.uid(),
                  "FailedMeasurement",
                  refused.text());
        }
      }
    }
    return bytes;
  }
}

package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.StatusSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows statuses in the API server: those of static pods on their mirrors. It is called for one pod
 * at a time and again until it succeeds; what the server shows already is not sent.
 */
public final class PodStatuses implements StatusSink {
  private final PodCalls calls;
  private final PodCache cache;
  private final MirrorPods mirrors;
  private final Journal journal;
  private final Map<PodUid, Sent> sent = new ConcurrentHashMap<>();
  private final Map<PodUid, String> troubles = new ConcurrentHashMap<>();
  private volatile Consumer<PodUid> again = _ -> {};

  /**
   * What a pod of the API was last given.
   *
   * @param owner the pod of the node, which is not the same for a mirror
   * @param version the version that it made
   */
  private record Sent(PodUid owner, PodStatus status, String version) {}

  public PodStatuses(ApiServer api, PodCache cache, MirrorPods mirrors, Journal journal) {
    this.calls = new PodCalls(api);
    this.cache = cache;
    this.mirrors = mirrors;
    this.journal = journal;
    cache.onChange(new Overwritten());
  }

  /** Is told of pods whose newest status has to be published once more. */
  public void onOverwritten(Consumer<PodUid> listener) {
    again = listener;
  }

  @Override
  public void publish(Pod pod, PodStatus status) {
    if (ApiPodReader.isStatic(pod)) {
      mirrors.runs(pod);
    }
    try {
      ApiPod target = target(pod);
      if (target != null) {
        show(pod, target, OwnStatus.of(status));
      }
      troubles.remove(pod.uid());
    } catch (ApiFailure failure) {
      throw told(pod, failure);
    }
  }

  /** Where the pod is shown; nowhere when it is gone, or has no mirror yet. */
  private @Nullable ApiPod target(Pod pod) {
    if (ApiPodReader.isStatic(pod)) {
      return cache
          .mirror(pod.fullName())
          .filter(mirror -> mirror.mirrorHash().equals(MirrorPods.hash(pod)))
          .orElse(null);
    }
    // Before the list is there, what the disk says of a pod may be older than what was shown.
    Optional<ApiPod> found =
        cache.complete() ? cache.get(pod.uid()) : calls.get(pod.fullName(), pod.uid());
    return found.orElse(null);
  }

  private void show(Pod pod, ApiPod target, PodStatus ours) {
    PodUid uid = target.uid();
    Sent before = sent.get(uid);
    PodStatus shown = target.status() == null ? null : OwnStatus.of(target.status());
    PodStatus due =
        before == null && shown != null && target.isMirror() ? OwnStatus.since(shown, ours) : ours;
    if (isShown(before, shown, target, due)) {
      if (before == null && !target.isMirror()) {
        // An earlier life of ours sent it; whoever writes over it has to be noticed all the same.
        sent.put(uid, new Sent(pod.uid(), due, target.meta().resourceVersion()));
      }
      return;
    }
    if (takesBack(shown, due)) {
      return;
    }
    List<Node.Fields> old = new ArrayList<>();
    if (shown != null) {
      old.add(RecordEncoder.tree(shown));
    }
    if (before != null) {
      old.add(RecordEncoder.tree(before.status()));
    }
    Optional<String> version = calls.patchStatus(target.name(), uid, StatusPatch.of(uid, old, due));
    version.ifPresent(now -> sent.put(uid, new Sent(pod.uid(), due, now)));
  }

  private static boolean isShown(
      @Nullable Sent before, @Nullable PodStatus shown, ApiPod target, PodStatus due) {
    if (before == null) {
      return due.equals(shown);
    }
    return before.status().equals(due)
        && (!target.meta().isNewerThan(before.version()) || due.equals(shown));
  }

  /** A final phase is final, whoever said it: the engine is about to hear of it. */
  private static boolean takesBack(@Nullable PodStatus shown, PodStatus due) {
    return shown != null && OwnStatus.isFinal(shown) && !OwnStatus.isFinal(due);
  }

  @Override
  public void release(Pod pod) {
    if (ApiPodReader.isStatic(pod)) {
      return;
    }
    try {
      calls.delete(pod.fullName(), pod.uid());
      troubles.remove(pod.uid());
    } catch (ApiFailure failure) {
      throw told(pod, failure);
    }
  }

  @Override
  public void forget(PodUid uid) {
    sent.values().removeIf(each -> each.owner().equals(uid));
    troubles.remove(uid);
    mirrors.ended(uid);
  }

  /** An outage is told by who watches; a refusal is about this pod, and told once. */
  private OutsideFailure told(Pod pod, ApiFailure failure) {
    String message = Objects.requireNonNullElse(failure.getMessage(), failure.reason());
    if (!failure.passing() && !message.equals(troubles.put(pod.uid(), message))) {
      PodName name = pod.fullName();
      journal.write(Journal.Level.WARNING, name, pod.uid(), "FailedStatusUpdate", message);
    }
    return new OutsideFailure(
        failure.passing() ? FailureKind.UNAVAILABLE : FailureKind.DENIED, message, failure);
  }

  /** Sees to it that what others wrote over ours, or a new mirror, gets our status again. */
  private final class Overwritten implements PodCache.Listener {
    @Override
    public void changed(ApiPod pod) {
      Sent last = sent.get(pod.uid());
      PodStatus shown = pod.status();
      if (last == null) {
        if (pod.isMirror()) {
          again.accept(new PodUid(pod.mirrorHash()));
        }
      } else if (shown != null
          && pod.meta().isNewerThan(last.version())
          && !OwnStatus.of(shown).equals(last.status())) {
        again.accept(last.owner());
      }
    }

    @Override
    public void removed(ApiPod pod) {
      sent.remove(pod.uid());
    }
  }
}

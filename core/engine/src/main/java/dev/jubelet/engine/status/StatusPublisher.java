package dev.jubelet.engine.status;

import dev.jubelet.engine.mailbox.Mailbox;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.StatusSink;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Brings statuses to where they are shown, one at a time for each pod and the newest only. */
public final class StatusPublisher {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final StatusSink sink;
  private final Effects effects;
  private final NodeTime time;
  private final Mailbox<Runnable> mailbox;
  private final Map<PodUid, Due> due = new LinkedHashMap<>();
  private final Set<PodUid> underWay = new LinkedHashSet<>();

  private sealed interface Due {
    record Show(Pod pod, PodStatus status) implements Due {}

    record Forget() implements Due {}
  }

  public StatusPublisher(StatusSink sink, Effects effects, NodeTime time) {
    this.sink = sink;
    this.effects = effects;
    this.time = time;
    this.mailbox = Mailbox.ofSteps(effects);
  }

  public void publish(Pod pod, PodStatus status) {
    mailbox.put(() -> offer(pod.uid(), new Due.Show(pod, status)));
  }

  public void forget(PodUid uid) {
    mailbox.put(() -> offer(uid, new Due.Forget()));
  }

  private void offer(PodUid uid, Due next) {
    due.put(uid, next);
    if (underWay.add(uid)) {
      send(uid);
    }
  }

  private void send(PodUid uid) {
    Due next = due.remove(uid);
    if (next == null) {
      underWay.remove(uid);
      return;
    }
    effects.run(
        "status of " + uid,
        () -> sent(uid, next),
        ok -> mailbox.put(() -> answered(uid, next, ok)));
  }

  private boolean sent(PodUid uid, Due next) {
    try {
      switch (next) {
        case Due.Show show -> sink.publish(show.pod(), show.status());
        case Due.Forget _ -> sink.forget(uid);
      }
      return true;
    } catch (OutsideFailure refused) {
      return false;
    }
  }

  /** What did not arrive is sent again after a while, unless there is something newer by then. */
  private void answered(PodUid uid, Due sent, boolean arrived) {
    if (arrived) {
      send(uid);
    } else {
      due.putIfAbsent(uid, sent);
      time.after(PAUSE, () -> mailbox.put(() -> send(uid)));
    }
  }
}

package dev.jubelet.engine.status;

import dev.jubelet.engine.Mailbox;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.StatusSink;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Brings statuses to where they are shown, one at a time for each pod and the newest only. */
public final class StatusPublisher {
  private final StatusSink sink;
  private final Effects effects;
  private final Mailbox<Runnable> mailbox;
  private final Map<PodUid, Due> due = new LinkedHashMap<>();
  private final Set<PodUid> underWay = new LinkedHashSet<>();

  private sealed interface Due {
    record Show(Pod pod, PodStatus status) implements Due {}

    record Forget() implements Due {}
  }

  public StatusPublisher(StatusSink sink, Effects effects) {
    this.sink = sink;
    this.effects = effects;
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
        () -> {
          switch (next) {
            case Due.Show show -> sink.publish(show.pod(), show.status());
            case Due.Forget _ -> sink.forget(uid);
          }
          return uid;
        },
        done -> mailbox.put(() -> send(done)));
  }
}

package dev.jubelet.engine.status;

import dev.jubelet.engine.mailbox.Mailbox;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.retry.RetryBackoff;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.StatusSink;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings statuses to where they are shown, one at a time for each pod and the newest only. What has
 * to be told of one pod comes in its order: its status, that it may go, that it is forgotten.
 */
public final class StatusPublisher implements StatusSink {
  private static final RetryBackoff BACKOFF =
      new RetryBackoff(Duration.ofSeconds(1), Duration.ofSeconds(5));

  private final StatusSink sink;
  private final Effects effects;
  private final NodeTime time;
  private final Duration patience;
  private final Mailbox<Runnable> mailbox;
  private final Map<PodUid, Post> posts = new LinkedHashMap<>();

  /** One thing that can be told of a pod. */
  private sealed interface Word {
    record Show(Pod pod, PodStatus status) implements Word {}

    record Release(Pod pod) implements Word {}

    record Forget(PodUid uid) implements Word {}
  }

  /** What is known and still to be told of one pod. Touched by steps of the mailbox only. */
  private static final class Post {
    Word.@Nullable Show newest;
    boolean showDue;

    /** Whether something was to be shown of it before. */
    boolean begun;

    @Nullable Pod released;
    boolean forgotten;

    /** Another pod of the same UID has come: what was known of the earlier one goes first. */
    boolean anew;

    /** It is being forgotten now. */
    boolean leaving;

    boolean underWay;
    int failures;
    NodeTime.@Nullable Alarm alarm;

    /** Rings when what is due has waited long enough for something better. */
    NodeTime.@Nullable Alarm hold;
  }

  public StatusPublisher(StatusSink sink, Effects effects, NodeTime time) {
    this(sink, effects, time, Duration.ZERO);
  }

  /**
   * @param patience how long a status may wait that says once more only that a pod is being made:
   *     most pods run so soon that nobody has to be told
   */
  public StatusPublisher(StatusSink sink, Effects effects, NodeTime time, Duration patience) {
    this.sink = sink;
    this.effects = effects;
    this.time = time;
    this.patience = patience;
    this.mailbox = Mailbox.ofSteps(effects);
  }

  @Override
  public void publish(Pod pod, PodStatus status) {
    mailbox.put(() -> {
      Post post = post(pod.uid());
      post.newest = new Word.Show(pod, status);
      post.showDue = true;
      // Tools wait for the first sign of a node; what comes between that and Running can wait.
      boolean first = !post.begun || post.forgotten || post.leaving;
      post.begun = true;
      post.anew |= post.forgotten;
      post.forgotten = false;
      if (first || patience.isZero() || !StartupStatuses.saysNothing(status)) {
        hurry(post);
      } else if (post.hold == null) {
        post.hold = time.after(patience, () -> mailbox.put(() -> held(pod.uid(), post)));
      }
      send(pod.uid(), post);
    });
  }

  @Override
  public void release(Pod pod) {
    mailbox.put(() -> {
      Post post = post(pod.uid());
      post.released = pod;
      hurry(post);
      send(pod.uid(), post);
    });
  }

  @Override
  public void forget(PodUid uid) {
    mailbox.put(() -> {
      Post post = post(uid);
      post.forgotten = true;
      hurry(post);
      send(uid, post);
    });
  }

  /** Tells the newest status of a pod once more: where it is shown, somebody else changed it. */
  public void again(PodUid uid) {
    mailbox.put(() -> {
      Post post = posts.get(uid);
      // Whoever hears of a pod that is being forgotten would never be told that it is gone.
      boolean shown = post != null && post.newest != null && !post.forgotten && !post.leaving;
      if (post != null && shown) {
        post.showDue = true;
        send(uid, post);
      }
    });
  }

  /** Whoever refused is back: nobody waits for the end of a pause. */
  public void retryNow() {
    mailbox.put(() ->
        new LinkedHashMap<>(posts)
            .forEach((uid, post) -> {
              if (post.alarm != null) {
                post.alarm.cancel();
                post.failures = 0;
                resume(uid, post);
              }
            }));
  }

  private Post post(PodUid uid) {
    return posts.computeIfAbsent(uid, _ -> new Post());
  }

  private static void hurry(Post post) {
    if (post.hold != null) {
      post.hold.cancel();
      post.hold = null;
    }
  }

  private void held(PodUid uid, Post post) {
    if (post.hold != null) {
      post.hold = null;
      send(uid, post);
    }
  }

  private void send(PodUid uid, Post post) {
    Word word = post.underWay || post.hold != null ? null : next(uid, post);
    if (word == null) {
      return;
    }
    post.underWay = true;
    effects.run(
        "status of " + uid,
        () -> arrived(word),
        ok -> mailbox.put(() -> answered(uid, post, word, ok)));
  }

  /** The first thing that is due; it is taken out, and put back when it did not arrive. */
  private static @Nullable Word next(PodUid uid, Post post) {
    if (post.anew) {
      post.anew = false;
      return new Word.Forget(uid);
    }
    if (post.showDue) {
      post.showDue = false;
      return post.newest;
    }
    if (post.released != null) {
      Pod pod = post.released;
      post.released = null;
      return new Word.Release(pod);
    }
    if (post.forgotten) {
      post.forgotten = false;
      post.leaving = true;
      return new Word.Forget(uid);
    }
    return null;
  }

  private boolean arrived(Word word) {
    try {
      switch (word) {
        case Word.Show show -> sink.publish(show.pod(), show.status());
        case Word.Release release -> sink.release(release.pod());
        case Word.Forget forget -> sink.forget(forget.uid());
      }
      return true;
    } catch (OutsideFailure refused) {
      return false;
    }
  }

  /** What did not arrive is sent again after a while, unless there is something newer by then. */
  private void answered(PodUid uid, Post post, Word word, boolean arrived) {
    post.leaving = false;
    if (!arrived) {
      putBack(post, word);
      post.failures++;
      post.alarm =
          time.after(BACKOFF.after(post.failures), () -> mailbox.put(() -> resume(uid, post)));
      return;
    }
    post.failures = 0;
    post.underWay = false;
    if (word instanceof Word.Forget && !post.showDue) {
      posts.remove(uid, post);
    } else {
      send(uid, post);
    }
  }

  private static void putBack(Post post, Word word) {
    switch (word) {
      case Word.Show _ -> post.showDue = true;
      case Word.Release release ->
          post.released = post.released == null ? release.pod() : post.released;
      case Word.Forget _ -> {
        post.anew = post.showDue;
        post.forgotten = !post.showDue;
      }
    }
  }

  private void resume(PodUid uid, Post post) {
    if (post.alarm != null) {
      post.alarm = null;
      post.underWay = false;
      send(uid, post);
    }
  }
}

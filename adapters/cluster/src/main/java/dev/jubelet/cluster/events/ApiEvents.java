package dev.jubelet.cluster.events;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.node.Errand;
import dev.jubelet.cluster.node.NodeMeans;
import dev.jubelet.ports.Announcement;
import dev.jubelet.ports.Journal;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes events to the API server, in the order in which they came. Whoever announces never waits;
 * while the server is away the newest are kept. Warnings are written at once. All else is written
 * when the node has done what it tells of: where many pods start, they come first, and the talk
 * about them afterwards.
 */
public final class ApiEvents implements AutoCloseable {
  private static final int WAITING_MAX = 1000;
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final Duration IDLE = Duration.ofHours(1);

  /** How long nothing is announced when the node has come to rest. */
  private static final Duration QUIET = Duration.ofSeconds(1);

  private static final Duration LATEST = Duration.ofSeconds(10);

  private final NodeMeans means;
  private final String node;
  private final Errand errand;
  private final @Nullable TokenBucket pace;

  private final EventCorrelation correlation = new EventCorrelation();
  private final Map<EventCorrelation.Key, Happening> waiting = new LinkedHashMap<>();

  /** The names of events that the server has. */
  private final Recent<String, Boolean> written = new Recent<>(4096);

  private Instant oldest;
  private Instant newest;
  private boolean urgent;
  private ApiServer.@Nullable Registration back;
  private boolean refusalTold;

  /**
   * @param perSecond how many are written, 0 for as many as come
   */
  public ApiEvents(NodeMeans means, String node, int perSecond, int burst) {
    this.means = means;
    this.node = node;
    this.pace =
        perSecond > 0 ? new TokenBucket(perSecond, Math.max(1, burst), means.time().now()) : null;
    this.oldest = means.time().now();
    this.newest = oldest;
    this.errand = new Errand("events", means, LONGEST_PAUSE, this::perform);
  }

  public void start() {
    ApiServer.Registration registration = means.api().whenBack(errand::retryNow);
    synchronized (this) {
      back = registration;
    }
  }

  /** A journal whose announcements become events. */
  public Journal journal(Journal diary) {
    return new EventJournal(diary, this);
  }

  public void announce(Announcement said) {
    boolean news;
    synchronized (this) {
      Instant now = means.time().now();
      boolean first = waiting.isEmpty();
      correlation
          .take(
              about(said.about()),
              said.warning(),
              said.reason(),
              said.message(),
              now,
              means.time().wall())
          .ifPresent(due -> {
            waiting.put(due.key(), due.happening());
            if (waiting.size() > WAITING_MAX) {
              Iterator<EventCorrelation.Key> keys = waiting.keySet().iterator();
              keys.next();
              keys.remove();
            }
          });
      oldest = first ? now : oldest;
      newest = now;
      urgent |= said.warning() || waiting.size() > WAITING_MAX / 2;
      news = urgent || first;
    }
    if (news) {
      errand.soon();
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      if (back != null) {
        back.close();
      }
    }
    errand.close();
  }

  private Happening.About about(Announcement.Subject subject) {
    return switch (subject) {
      // Kubernetes: a kubelet knows its node by name only, and kubectl looks for that.
      case Announcement.Subject.OfNode _ ->
          new Happening.About("default", "Node", "", node, node, "", "");
      case Announcement.Subject.OfPod pod ->
          new Happening.About(
              pod.name().namespace(),
              "Pod",
              pod.name().namespace(),
              pod.name().name(),
              pod.uid().value(),
              "v1",
              pod.fieldPath());
    };
  }

  private Duration perform() {
    Duration early = untilTold();
    if (early.isPositive()) {
      return early;
    }
    while (true) {
      EventCorrelation.Due next;
      synchronized (this) {
        if (waiting.isEmpty()) {
          urgent = false;
          return IDLE;
        }
        Instant now = means.time().now();
        if (pace != null && !pace.take(now)) {
          return pace.untilNext(now);
        }
        Map.Entry<EventCorrelation.Key, Happening> first = waiting.entrySet().iterator().next();
        next = new EventCorrelation.Due(first.getKey(), first.getValue());
      }
      write(next.happening());
      synchronized (this) {
        // One that was counted on meanwhile has to be told again.
        waiting.remove(next.key(), next.happening());
      }
    }
  }

  private synchronized Duration untilTold() {
    Instant atRest = newest.plus(QUIET);
    Instant late = oldest.plus(LATEST);
    return urgent
        ? Duration.ZERO
        : Duration.between(means.time().now(), atRest.isBefore(late) ? atRest : late);
  }

  private void write(Happening event) {
    String list = "/api/v1/namespaces/" + event.about().eventNamespace() + "/events";
    String place = event.about().eventNamespace() + "/" + event.name();
    boolean known;
    synchronized (this) {
      known = written.containsKey(place);
    }
    try {
      if (!known || !patched(list, event)) {
        means.api().create(list, event.object(node));
      }
      synchronized (this) {
        written.put(place, true);
      }
    } catch (ApiFailure failure) {
      if (failure.passing()) {
        throw failure;
      }
      refused(failure);
    }
  }

  /**
   * @return false when it is there no more: events live for an hour
   */
  private boolean patched(String list, Happening event) {
    try {
      var _ =
          means.api().patch(list + "/" + event.name(), ApiServer.Patch.STRATEGIC, event.patch());
      return true;
    } catch (ApiFailure failure) {
      if (failure.notFound()) {
        return false;
      }
      throw failure;
    }
  }

  /** Told once: a namespace that is being deleted refuses many, and that is as it should be. */
  private void refused(ApiFailure failure) {
    boolean tell;
    synchronized (this) {
      tell = !refusalTold && !failure.alreadyExists() && !failure.notFound();
      refusalTold = refusalTold || tell;
    }
    means
        .journal()
        .write(
            tell ? Journal.Level.WARNING : Journal.Level.DETAIL,
            "EventRefused",
            String.valueOf(failure.getMessage()));
  }
}

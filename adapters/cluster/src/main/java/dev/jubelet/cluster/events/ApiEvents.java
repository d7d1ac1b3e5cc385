package dev.jubelet.cluster.events;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.TokenBucket;
import dev.jubelet.cluster.node.PeriodicTask;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.ports.Journal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
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

  private final ApiContext context;
  private final String node;
  private final PeriodicTask periodic;
  private final @Nullable TokenBucket pace;

  private final EventCorrelation correlation = new EventCorrelation();
  private final SequencedMap<EventCorrelation.Key, EventSeries> waiting = new LinkedHashMap<>();

  /** The names of events that the server has. */
  private final LruCache<String, Boolean> written = new LruCache<>(4096);

  private Instant oldest;
  private Instant newest;
  private boolean urgent;
  private ApiServer.@Nullable Registration back;
  private boolean refusalTold;

  /**
   * @param perSecond how many are written, 0 for as many as come
   */
  public ApiEvents(ApiContext context, String node, int perSecond, int burst) {
    this.context = context;
    this.node = node;
    this.pace =
        perSecond > 0 ? new TokenBucket(perSecond, Math.max(1, burst), context.time().now()) : null;
    this.oldest = context.time().now();
    this.newest = oldest;
    this.periodic = new PeriodicTask("events", context, LONGEST_PAUSE, this::perform);
  }

  public void start() {
    ApiServer.Registration registration = context.api().whenBack(periodic::retryNow);
    synchronized (this) {
      back = registration;
    }
  }

  /** A journal that also records its events in the cluster. */
  public Journal journal(Journal journal) {
    return new Journal() {
      @Override
      public void write(
          Level level, @Nullable PodName pod, @Nullable PodUid uid, String reason, String message) {
        journal.write(level, pod, uid, reason, message);
      }

      @Override
      public void recordEvent(ClusterEvent event) {
        journal.recordEvent(event);
        ApiEvents.this.recordEvent(event);
      }
    };
  }

  public void recordEvent(ClusterEvent said) {
    boolean news;
    synchronized (this) {
      Instant now = context.time().now();
      boolean first = waiting.isEmpty();
      correlation
          .take(
              about(said.about()),
              said.warning(),
              said.reason(),
              said.message(),
              now,
              context.time().wall())
          .ifPresent(due -> {
            waiting.put(due.key(), due.series());
            if (waiting.size() > WAITING_MAX) {
              var _ = waiting.pollFirstEntry();
            }
          });
      oldest = first ? now : oldest;
      newest = now;
      urgent |= said.warning() || waiting.size() > WAITING_MAX / 2;
      news = urgent || first;
    }
    if (news) {
      periodic.soon();
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      if (back != null) {
        back.close();
      }
    }
    periodic.close();
  }

  private EventSeries.About about(ClusterEvent.Subject subject) {
    return switch (subject) {
      // Kubernetes: a kubelet knows its node by name only, and kubectl looks for that.
      case ClusterEvent.Subject.OfNode _ ->
          new EventSeries.About("default", "Node", "", node, node, "", "");
      case ClusterEvent.Subject.OfPod pod ->
          new EventSeries.About(
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
      Map.Entry<EventCorrelation.Key, EventSeries> next;
      synchronized (this) {
        if (waiting.isEmpty()) {
          urgent = false;
          return IDLE;
        }
        Instant now = context.time().now();
        if (pace != null && !pace.take(now)) {
          return pace.untilNext(now);
        }
        next = Map.Entry.copyOf(waiting.entrySet().iterator().next());
      }
      write(next.getValue());
      synchronized (this) {
        // One that was counted on meanwhile has to be told again.
        waiting.remove(next.getKey(), next.getValue());
      }
    }
  }

  private synchronized Duration untilTold() {
    Instant atRest = newest.plus(QUIET);
    Instant late = oldest.plus(LATEST);
    return urgent
        ? Duration.ZERO
        : Duration.between(context.time().now(), atRest.isBefore(late) ? atRest : late);
  }

  private void write(EventSeries event) {
    String list = "/api/v1/namespaces/" + event.about().eventNamespace() + "/events";
    String place = event.about().eventNamespace() + "/" + event.name();
    boolean known;
    synchronized (this) {
      known = written.containsKey(place);
    }
    try {
      if (!known || !patched(list, event)) {
        context.api().create(list, event.object(node));
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
  private boolean patched(String list, EventSeries event) {
    try {
      var _ = context.api().patch(list + "/" + event.name(), event.patch());
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
    context
        .journal()
        .write(
            tell ? Journal.Level.WARNING : Journal.Level.DETAIL,
            "EventRefused",
            String.valueOf(failure.getMessage()));
  }
}

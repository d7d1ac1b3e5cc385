package dev.jubelet.app.assembly;

import dev.jubelet.app.command.run.LocalNode;
import dev.jubelet.decide.status.container.PullWaitMessages;
import dev.jubelet.engine.NodeEngine;
import dev.jubelet.engine.node.NodeCounts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.nodeserver.PodReport;
import dev.jubelet.nodeserver.TimelineDocument;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A node that was started; it works once its runtime has been found. */
public final class RunningNode implements LocalNode {
  /** As long as the engine's own check waits for a runtime that went away. */
  private static final Duration RUNTIME_PATIENCE = Duration.ofMinutes(2);

  private final LocalStatuses statuses;
  private final CloseStack closing;
  private final NodeTime time;
  private final Instant startedAt;
  private final AtomicReference<@Nullable NodeEngine> engine = new AtomicReference<>();
  private final CompletableFuture<Void> end = new CompletableFuture<>();

  RunningNode(LocalStatuses statuses, CloseStack closing, NodeTime time) {
    this.statuses = statuses;
    this.closing = closing;
    this.time = time;
    this.startedAt = time.now();
  }

  @Override
  public List<Pod> pods() {
    return reports().stream()
        .map(report -> new Pod(report.pod().metadata(), report.pod().spec(), report.status()))
        .toList();
  }

  /** With what is known of the pulls that pods wait for. */
  List<PodReport> reports() {
    NodeEngine running = engine.get();
    return running == null
        ? statuses.reports()
        : statuses.reports().stream()
            .map(report ->
                new PodReport(
                    report.pod(), PullWaitMessages.on(report.status(), running.pulls()::since)))
            .toList();
  }

  /** How the start of a pod went, as JSON. */
  Optional<String> timeline(String uid) {
    return Optional.ofNullable(engine.get())
        .flatMap(running -> running.timeline(new PodUid(uid)))
        .map(TimelineDocument::json);
  }

  /** Waits until the node is closed; throws what made it fail. */
  public void await() throws InterruptedException {
    try {
      end.get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(failed.getCause());
    }
  }

  @Override
  public void close() {
    closing.close();
    end.complete(null);
  }

  void works(NodeEngine started) {
    engine.set(started);
  }

  void failed(RuntimeException why) {
    end.completeExceptionally(why);
  }

  NodeCounts counts() {
    NodeEngine running = engine.get();
    return running == null ? NodeCounts.NONE : running.counts();
  }

  /** Why the node is not healthy, if it is not. */
  Optional<String> complaint() {
    NodeEngine running = engine.get();
    if (running != null) {
      return running.complaint();
    }
    Duration waited = Duration.between(startedAt, time.now());
    return waited.compareTo(RUNTIME_PATIENCE) > 0
        ? Optional.of("no container runtime was found for " + waited.toSeconds() + " s")
        : Optional.empty();
  }
}

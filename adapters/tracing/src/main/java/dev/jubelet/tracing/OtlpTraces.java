package dev.jubelet.tracing;

import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.StartTraces;
import dev.jubelet.tracing.wire.ExportTraceServiceRequest;
import dev.jubelet.tracing.wire.ExportTraceServiceResponse;
import dev.jubelet.tracing.wire.InstrumentationScope;
import dev.jubelet.tracing.wire.Resource;
import dev.jubelet.tracing.wire.ResourceSpans;
import dev.jubelet.tracing.wire.ScopeSpans;
import dev.jubelet.tracing.wire.TraceServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Sends the starts of pods to an OpenTelemetry collector. Nobody waits for it: what does not fit
 * into its queue, or does not arrive in time, is lost and counted.
 */
public final class OtlpTraces implements StartTraces, AutoCloseable {
  static final int QUEUE_MAX = 256;
  private static final int TOGETHER_MAX = 32;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A start that is told together with the next costs half as much. */
  private static final Duration GATHERING = Duration.ofMillis(500);

  private record Told(PodTimeline start, TraceId trace) {}

  private final TraceSettings settings;
  private final LongSupplier random;
  private final Journal journal;
  private final CollectorChannel channel;
  private final Duration patience;
  private final BlockingQueue<Told> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
  private final AtomicLong lost = new AtomicLong();
  private final Thread sender;

  private OtlpTraces(
      TraceSettings settings, LongSupplier random, Journal journal, Duration patience) {
    this.settings = settings;
    this.random = random;
    this.journal = journal;
    this.patience = patience;
    this.channel = new CollectorChannel(settings.collector());
    this.sender = Thread.ofVirtual().name("traces").unstarted(this::send);
  }

  /** Begins to send. */
  public static OtlpTraces start(TraceSettings settings, LongSupplier random, Journal journal) {
    return start(settings, random, journal, PATIENCE);
  }

  /**
   * @param patience for one call
   */
  static OtlpTraces start(
      TraceSettings settings, LongSupplier random, Journal journal, Duration patience) {
    OtlpTraces traces = new OtlpTraces(settings, random, journal, patience);
    traces.sender.start();
    return traces;
  }

  @Override
  public void over(PodTimeline start) {
    TraceId trace = TraceId.next(random);
    if (trace.sampled(settings.perMillion()) && !queue.offer(new Told(start, trace))) {
      lost.incrementAndGet();
    }
  }

  /** How many starts nobody was told of. */
  public long lost() {
    return lost.get();
  }

  private void send() {
    boolean heard = true;
    try {
      while (true) {
        List<Told> together = new ArrayList<>();
        together.add(queue.take());
        Thread.sleep(GATHERING);
        queue.drainTo(together, TOGETHER_MAX - 1);
        heard = send(together, heard);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * @param heard whether the last ones arrived: an outage is told once
   */
  private boolean send(List<Told> together, boolean heard) {
    try {
      ExportTraceServiceResponse answer =
          ClientCalls.blockingUnaryCall(
              channel.grpc(),
              TraceServiceGrpc.getExportMethod(),
              CallOptions.DEFAULT
                  .withWaitForReady()
                  .withDeadlineAfter(patience.toNanos(), TimeUnit.NANOSECONDS),
              request(together));
      if (answer.getPartialSuccess().getRejectedSpans() > 0) {
        complain(
            "the collector refused "
                + answer.getPartialSuccess().getRejectedSpans()
                + " spans: "
                + answer.getPartialSuccess().getErrorMessage());
      }
      return true;
    } catch (StatusRuntimeException failed) {
      lost.addAndGet(together.size());
      if (heard && !Thread.currentThread().isInterrupted()) {
        complain("the starts of pods do not reach the collector: " + failed.getStatus());
      }
      return false;
    }
  }

  private void complain(String what) {
    journal.write(Journal.Level.WARNING, "TracesNotSent", what);
  }

  private ExportTraceServiceRequest request(List<Told> together) {
    ScopeSpans.Builder spans =
        ScopeSpans.newBuilder()
            .setScope(
                InstrumentationScope.newBuilder()
                    .setName("jubelet")
                    .setVersion(settings.version()));
    together.forEach(told -> spans.addAllSpans(StartSpans.of(told.start(), told.trace(), random)));
    // Kubernetes: the same two attributes as the Go kubelet.
    Resource resource =
        Resource.newBuilder()
            .addAttributes(StartSpans.text("service.name", "kubelet"))
            .addAttributes(StartSpans.text("host.name", settings.nodeName()))
            .build();
    return ExportTraceServiceRequest.newBuilder()
        .addResourceSpans(ResourceSpans.newBuilder().setResource(resource).addScopeSpans(spans))
        .build();
  }

  @Override
  public void close() {
    sender.interrupt();
    channel.close();
  }
}

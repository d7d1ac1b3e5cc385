package dev.jubelet.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.model.timeline.StartPhase;
import dev.jubelet.model.timeline.TimelineStep;
import dev.jubelet.ports.Journal;
import dev.jubelet.tracing.wire.ExportTraceServiceRequest;
import dev.jubelet.tracing.wire.ExportTraceServiceResponse;
import dev.jubelet.tracing.wire.KeyValue;
import dev.jubelet.tracing.wire.Span;
import dev.jubelet.tracing.wire.Status.StatusCode;
import dev.jubelet.tracing.wire.TraceServiceGrpc;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OtlpTracesTest {
  private static final Instant SEEN = Instant.parse("2026-01-01T00:00:00Z");

  private final BlockingQueue<ExportTraceServiceRequest> received = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> complaints = new LinkedBlockingQueue<>();
  private final Journal journal =
      (_, _, _, reason, message) -> complaints.add(reason + ": " + message);
  private final Random random = new Random(3);

  private final class Collector extends TraceServiceGrpc.TraceServiceImplBase {
    @Override
    public void export(
        ExportTraceServiceRequest request, StreamObserver<ExportTraceServiceResponse> answer) {
      received.add(request);
      answer.onNext(ExportTraceServiceResponse.getDefaultInstance());
      answer.onCompleted();
    }
  }

  private Server collector(int port) throws Exception {
    return NettyServerBuilder.forAddress(
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port))
        .addService(new Collector())
        .build()
        .start();
  }

  private OtlpTraces traces(int port, int perMillion, Duration patience) {
    return OtlpTraces.start(
        new TraceSettings(new CollectorAddress.Tcp("127.0.0.1", port), perMillion, "node-1", "1.2"),
        random::nextLong,
        journal,
        patience);
  }

  private static PodTimeline start(PodTimeline.State state) {
    return new PodTimeline(
        new PodUid("uid-1"),
        new PodName("default", "web"),
        state,
        SEEN,
        SEEN.plusMillis(100),
        "",
        List.of(
            new TimelineStep(
                "run sandbox",
                "",
                StartPhase.NETWORK,
                "it has no sandbox yet",
                SEEN.plusMillis(10),
                SEEN.plusMillis(60),
                "failed: FailedCreatePodSandBox: no network"),
            new TimelineStep(
                "create",
                "main",
                StartPhase.CREATE,
                "it has to run",
                SEEN.plusMillis(60),
                SEEN.plusMillis(90),
                "done")),
        0,
        Map.of(StartPhase.NETWORK, Duration.ofMillis(50)));
  }

  private ExportTraceServiceRequest next() throws InterruptedException {
    return Objects.requireNonNull(received.poll(30, TimeUnit.SECONDS), "nothing was sent");
  }

  private static String attribute(List<KeyValue> attributes, String key) {
    return attributes.stream()
        .filter(attribute -> attribute.getKey().equals(key))
        .map(attribute -> attribute.getValue().getStringValue())
        .findFirst()
        .orElse("");
  }

  @Test
  void aStartIsOneTraceWithItsStepsAsSpans() throws Exception {
    Server server = collector(0);
    try (OtlpTraces traces = traces(server.getPort(), 1_000_000, Duration.ofSeconds(20))) {
      traces.over(start(PodTimeline.State.READY));
      var sent = next().getResourceSpans(0);
      assertThat(attribute(sent.getResource().getAttributesList(), "service.name"))
          .isEqualTo("kubelet");
      assertThat(attribute(sent.getResource().getAttributesList(), "host.name"))
          .isEqualTo("node-1");
      List<Span> spans = sent.getScopeSpans(0).getSpansList();
      assertThat(spans)
          .extracting(Span::getName)
          .containsExactly("pod start", "run sandbox", "create");
      Span whole = spans.getFirst();
      assertThat(whole.getTraceId().size()).isEqualTo(16);
      assertThat(whole.getParentSpanId().isEmpty()).isTrue();
      assertThat(whole.getEndTimeUnixNano() - whole.getStartTimeUnixNano()).isEqualTo(100_000_000L);
      assertThat(attribute(whole.getAttributesList(), "k8s.pod.uid")).isEqualTo("uid-1");
      assertThat(whole.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_UNSET);
      Set<Object> ids = new HashSet<>();
      for (Span step : spans.subList(1, 3)) {
        assertThat(step.getTraceId()).isEqualTo(whole.getTraceId());
        assertThat(step.getParentSpanId()).isEqualTo(whole.getSpanId());
        assertThat(step.getSpanId().size()).isEqualTo(8);
        ids.add(step.getSpanId());
      }
      assertThat(ids).hasSize(2).doesNotContain(whole.getSpanId());
      assertThat(spans.get(1).getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
      assertThat(attribute(spans.get(1).getAttributesList(), "jubelet.phase")).isEqualTo("network");
      assertThat(attribute(spans.get(2).getAttributesList(), "k8s.container.name"))
          .isEqualTo("main");
      assertThat(spans.get(2).getStartTimeUnixNano())
          .isEqualTo(SEEN.toEpochMilli() * 1_000_000 + 60_000_000);
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void startThatWasNeverReadyIsAnError() {
    Span whole =
        StartSpans.of(
                start(PodTimeline.State.ENDED), TraceId.next(random::nextLong), random::nextLong)
            .getFirst();
    assertThat(whole.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
    assertThat(whole.getStatus().getMessage()).isEqualTo("ended before it was ready");
  }

  @Test
  void manyStartsAreToldTogether() throws Exception {
    Server server = collector(0);
    try (OtlpTraces traces = traces(server.getPort(), 1_000_000, Duration.ofSeconds(20))) {
      for (int i = 0; i < 20; i++) {
        traces.over(start(PodTimeline.State.READY));
      }
      int spans = 0;
      int calls = 0;
      while (spans < 60) {
        spans += next().getResourceSpans(0).getScopeSpans(0).getSpansCount();
        calls++;
      }
      assertThat(calls).isLessThanOrEqualTo(2);
      assertThat(traces.lost()).isZero();
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void neverWaitsForACollectorThatIsAwayAndGoesOnWhenItIsBack() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    try (OtlpTraces traces = traces(port, 1_000_000, Duration.ofMillis(300))) {
      long begun = System.nanoTime();
      for (int i = 0; i < 10 * OtlpTraces.QUEUE_MAX; i++) {
        traces.over(start(PodTimeline.State.READY));
      }
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
      assertThat(traces.lost()).isGreaterThanOrEqualTo(8L * OtlpTraces.QUEUE_MAX);
      assertThat(complaints.poll(30, TimeUnit.SECONDS))
          .startsWith("TracesNotSent: the starts of pods do not reach the collector");
      Server server = collector(port);
      try {
        // The rest of the queue, or what comes after it.
        traces.over(start(PodTimeline.State.READY));
        assertThat(next().getResourceSpansCount()).isEqualTo(1);
        assertThat(complaints).as("an outage is told once").isEmpty();
      } finally {
        server.shutdownNow();
      }
    }
  }

  @Test
  void tellsOnlyAsManyAsAreAskedFor() {
    int told = 0;
    for (int i = 0; i < 10_000; i++) {
      TraceId trace = TraceId.next(random::nextLong);
      assertThat(trace.sampled(0)).isFalse();
      assertThat(trace.sampled(1_000_000)).isTrue();
      told += trace.sampled(250_000) ? 1 : 0;
    }
    assertThat(told).isBetween(2300, 2700);
  }
}

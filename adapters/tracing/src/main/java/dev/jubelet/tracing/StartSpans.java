package dev.jubelet.tracing;

import com.google.protobuf.ByteString;
import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.model.timeline.TimelineStep;
import dev.jubelet.tracing.wire.AnyValue;
import dev.jubelet.tracing.wire.KeyValue;
import dev.jubelet.tracing.wire.Span;
import dev.jubelet.tracing.wire.Status;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** The start of a pod as one trace: a span for the whole of it, and one in it for each step. */
final class StartSpans {
  private static final String ROOT = "pod start";

  private StartSpans() {}

  /**
   * @param random for the identities of the spans
   */
  static List<Span> of(PodTimeline start, TraceId trace, LongSupplier random) {
    ByteString traceId = trace.bytes();
    ByteString root = id(random);
    List<Span> spans = new ArrayList<>();
    spans.add(whole(start, traceId, root));
    for (TimelineStep step : start.steps()) {
      spans.add(of(step, start.until(), traceId, root, id(random)));
    }
    return spans;
  }

  private static Span whole(PodTimeline start, ByteString trace, ByteString id) {
    boolean ready = start.state() == PodTimeline.State.READY;
    Span.Builder span =
        span(trace, id, ROOT, start.seen(), start.until())
            .addAttributes(text("k8s.namespace.name", start.name().namespace()))
            .addAttributes(text("k8s.pod.name", start.name().name()))
            .addAttributes(text("k8s.pod.uid", start.uid().value()))
            .setStatus(
                status(
                    ready,
                    ready
                        ? ""
                        : start.state().name().toLowerCase(Locale.ROOT) + " before it was ready"));
    start
        .phases()
        .forEach((phase, time) ->
            span.addAttributes(
                number("jubelet.start." + phase.wire() + "_ms", time.toNanos() / 1e6)));
    return span.build();
  }

  private static Span of(
      TimelineStep step, Instant until, ByteString trace, ByteString parent, ByteString id) {
    Instant end = step.end();
    Span.Builder span =
        span(trace, id, step.name(), step.begin(), end == null ? until : end)
            .setParentSpanId(parent)
            .addAttributes(text("jubelet.phase", step.phase().wire()))
            .addAttributes(text("jubelet.why", step.why()))
            .addAttributes(text("jubelet.outcome", end == null ? "went on" : step.outcome()));
    if (!step.container().isEmpty()) {
      span.addAttributes(text("k8s.container.name", step.container()));
    }
    boolean failed = step.outcome().startsWith("failed: ");
    return span.setStatus(status(!failed, failed ? step.outcome() : "")).build();
  }

  private static Span.Builder span(
      ByteString trace, ByteString id, String name, Instant begin, Instant end) {
    return Span.newBuilder()
        .setTraceId(trace)
        .setSpanId(id)
        .setName(name)
        .setKind(Span.SpanKind.SPAN_KIND_INTERNAL)
        .setStartTimeUnixNano(nanos(begin))
        .setEndTimeUnixNano(nanos(end));
  }

  private static Status status(boolean well, String why) {
    return well
        ? Status.getDefaultInstance()
        : Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR).setMessage(why).build();
  }

  static KeyValue text(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  private static KeyValue number(String key, double value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setDoubleValue(value))
        .build();
  }

  /** OpenTelemetry: an identity of nothing but zeros is none. */
  private static ByteString id(LongSupplier random) {
    return ByteString.copyFrom(ByteBuffer.allocate(8).putLong(random.getAsLong() | 1).flip());
  }

  private static long nanos(Instant at) {
    return at.getEpochSecond() * 1_000_000_000L + at.getNano();
  }
}

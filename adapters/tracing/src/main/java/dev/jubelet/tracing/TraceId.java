package dev.jubelet.tracing;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/** The identity of a trace, which also decides whether it is told. */
record TraceId(long high, long low) {
  private static final int MILLION = 1_000_000;

  static TraceId next(LongSupplier random) {
    // OpenTelemetry: an identity of nothing but zeros is none.
    return new TraceId(random.getAsLong() | 1, random.getAsLong());
  }

  /** OpenTelemetry: by the last 63 bits, so that all who sample by ratio choose the same. */
  boolean sampled(int perMillion) {
    if (perMillion >= MILLION) {
      return true;
    }
    double bound = (double) perMillion / MILLION * 0x1p63;
    return (low >>> 1) < bound;
  }

  ByteString bytes() {
    return ByteString.copyFrom(ByteBuffer.allocate(16).putLong(high).putLong(low).flip());
  }
}

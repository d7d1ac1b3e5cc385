package dev.jubelet.streaming;

import dev.jubelet.ports.MemoryBudget;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/**
 * Deadlines and bounds of a streaming connection.
 *
 * @param creation how long a client may take to open the streams that it asked for
 * @param idle how long a connection may be without any byte in either direction
 * @param answer how long a runtime may take to answer an upgrade
 * @param keepAlive how often a client is shown that we live while nothing is read from it
 * @param inboundBytes received and not yet consumed, per connection; beyond it nothing is read
 * @param frameBytes what is held of a WebSocket frame; a longer one is passed on in parts
 * @param streams open SPDY streams per connection
 * @param inbound received and not yet consumed, of all connections together; a client that does not
 *     fit is read from only when all that it sent before has been consumed
 */
@RecordBuilder
public record StreamLimits(
    Duration creation,
    Duration idle,
    Duration answer,
    Duration keepAlive,
    int inboundBytes,
    int frameBytes,
    int streams,
    MemoryBudget inbound) {
  /** Creation and idle time are the kubelet's. */
  public static StreamLimits within(MemoryBudget inbound) {
    return new StreamLimits(
        Duration.ofSeconds(30),
        Duration.ofHours(4),
        Duration.ofSeconds(30),
        Duration.ofSeconds(10),
        256 << 10,
        32 << 10,
        4096,
        inbound);
  }

  public StreamLimits withIdle(Duration other) {
    return StreamLimitsBuilder.builder(this).idle(other).build();
  }
}

package dev.jubelet.streaming;

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
 * @param messageBytes the longest WebSocket frame that is accepted
 * @param streams open SPDY streams per connection
 */
@RecordBuilder
public record StreamLimits(
    Duration creation,
    Duration idle,
    Duration answer,
    Duration keepAlive,
    int inboundBytes,
    int messageBytes,
    int streams) {
  /** Creation and idle time are the kubelet's. */
  public static final StreamLimits DEFAULTS =
      new StreamLimits(
          Duration.ofSeconds(30),
          Duration.ofHours(4),
          Duration.ofSeconds(30),
          Duration.ofSeconds(10),
          1 << 20,
          8 << 20,
          4096);

  public StreamLimits withIdle(Duration other) {
    return StreamLimitsBuilder.builder(this).idle(other).build();
  }
}

package dev.jubelet.cluster.objects;

import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.ports.Jitter;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeState;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;

/**
 * What following objects takes.
 *
 * @param patience how long who asks waits for what is on its way
 */
public record ObjectWatchContext(
    ApiServer api,
    NodeTime time,
    Jitter jitter,
    Journal journal,
    NodeState state,
    Duration patience) {
  /** Kubernetes waits as long for an object that is not in its cache yet. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  public ObjectWatchContext(
      ApiServer api, NodeTime time, Jitter jitter, Journal journal, NodeState state) {
    this(api, time, jitter, journal, state, PATIENCE);
  }
}

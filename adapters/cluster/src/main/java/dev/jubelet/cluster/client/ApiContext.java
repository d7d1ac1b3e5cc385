package dev.jubelet.cluster.client;

import dev.jubelet.ports.Effects;
import dev.jubelet.ports.Jitter;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeState;
import dev.jubelet.ports.NodeTime;

/**
 * What all work with that follow the API server or write to it.
 *
 * @param state where things are kept for a life that begins while the server is away
 */
public record ApiContext(
    ApiServer api,
    Effects effects,
    NodeTime time,
    Jitter jitter,
    Journal journal,
    NodeState state) {
  public void warn(String reason, String message) {
    journal.write(Journal.Level.WARNING, reason, message);
  }

  public ApiContext withJournal(Journal other) {
    return new ApiContext(api, effects, time, jitter, other, state);
  }
}

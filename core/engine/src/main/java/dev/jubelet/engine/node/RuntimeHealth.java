package dev.jubelet.engine.node;

import dev.jubelet.decide.node.NodeHealth;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the runtime's readiness. One that does not answer, as while it is restarted, is
 * believed for a while to be as it was.
 */
public final class RuntimeHealth {
  /** Kubernetes: a runtime is down when it has not answered for this long. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final NodeTime time;
  private @Nullable RuntimeReadiness said;
  private @Nullable Instant silentSince;
  private Runnable listener = () -> {};

  public RuntimeHealth(NodeTime time) {
    this.time = time;
  }

  /** Runs the task whenever the runtime says something else than before. */
  public synchronized void onChange(Runnable task) {
    listener = task;
  }

  public void heard(RuntimeReadiness readiness) {
    Runnable task;
    synchronized (this) {
      boolean wasDown = isDown();
      boolean changed = readiness.answered() ? !readiness.equals(said) || wasDown : wasDown;
      if (readiness.answered()) {
        said = readiness;
        silentSince = null;
      } else if (silentSince == null) {
        silentSince = time.now();
      }
      task = changed ? listener : () -> {};
    }
    task.run();
  }

  /**
   * @param complaint why the engine does not see its containers
   */
  public synchronized NodeHealth health(Optional<String> complaint) {
    return new NodeHealth(said, isDown(), complaint, NodeHealth.Pressure.NONE);
  }

  private boolean isDown() {
    return silentSince != null
        && Duration.between(silentSince, time.now()).compareTo(PATIENCE) >= 0;
  }
}

package dev.jubelet.decide.node;

import dev.jubelet.model.runtime.RuntimeReadiness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the node feels now.
 *
 * @param readiness what the runtime last said of itself; absent before it said anything
 * @param runtimeDown whether it has not answered for so long that what it last said means nothing
 * @param complaint why the engine does not see its containers, if it does not
 */
public record NodeHealth(
    @Nullable RuntimeReadiness readiness,
    boolean runtimeDown,
    Optional<String> complaint,
    Pressure pressure) {

  /** What the node is short of. */
  public record Pressure(boolean memory, boolean disk, boolean pid) {
    public static final Pressure NONE = new Pressure(false, false, false);
  }

  /** Why no pod should come here, in the words of Kubernetes; empty when one may. */
  List<String> obstacles() {
    List<String> all = new ArrayList<>();
    if (readiness == null) {
      all.add("container runtime status check may not have completed yet");
    } else if (runtimeDown) {
      all.add("container runtime is down");
    }
    complaint.ifPresent(why -> all.add("PLEG is not healthy: " + why));
    if (readiness == null) {
      all.add("network state unknown");
      return all;
    }
    if (!readiness.runtimeReady()) {
      all.add("container runtime not ready: " + readiness.runtimeMessage());
    }
    if (!readiness.networkReady()) {
      all.add("container runtime network not ready: " + readiness.networkMessage());
    }
    return all;
  }
}

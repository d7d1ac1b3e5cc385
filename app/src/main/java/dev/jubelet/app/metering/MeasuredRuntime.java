package dev.jubelet.app.metering;

import dev.jubelet.nodeserver.NodeMetrics;
import dev.jubelet.ports.runtime.ContainerRuntime;

/** A container runtime whose calls are counted, under the operation names of the Go kubelet. */
public final class MeasuredRuntime {
  private MeasuredRuntime() {}

  public static ContainerRuntime wrap(ContainerRuntime runtime, NodeMetrics metrics) {
    Meter meter = new Meter(metrics);
    return new ContainerRuntime(
        new MeasuredSandboxes(runtime.sandboxes(), meter),
        new MeasuredContainers(runtime.containers(), meter),
        new MeasuredStreams(runtime.streams(), meter),
        new MeasuredImages(runtime.images(), meter),
        new MeasuredFacts(runtime.facts(), meter),
        // A stream that never ends would count only its end.
        runtime.events(),
        new MeasuredStats(runtime.stats(), meter));
  }
}

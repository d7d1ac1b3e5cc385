package dev.jubelet.engine.act;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.NodeObjects;

/** Which handler of the runtime a pod gets: its RuntimeClass says so. */
final class RuntimeHandlers {
  private final NodeObjects objects;

  RuntimeHandlers(NodeObjects objects) {
    this.objects = objects;
  }

  /** The pod as if its RuntimeClass were named as the handler is. */
  Pod resolved(Pod pod) {
    String name = pod.spec().runtimeClassName();
    if (name == null || name.isEmpty()) {
      return pod;
    }
    String handler = objects.of(pod).runtimeHandler(name);
    return handler.equals(name) ? pod : pod.withSpec(pod.spec().withRuntimeClassName(handler));
  }
}

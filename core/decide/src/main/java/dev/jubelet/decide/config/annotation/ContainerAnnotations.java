package dev.jubelet.decide.config.annotation;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.Lifecycle;
import dev.jubelet.model.pod.Pod;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a container has to know of itself when its pod is gone: see {@link RuntimeAnnotations}. */
public final class ContainerAnnotations {
  private ContainerAnnotations() {}

  public static Map<String, String> of(Pod pod, Container container, int attempt) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(RuntimeAnnotations.HASH, ContainerHash.of(container));
    all.put(RuntimeAnnotations.RESTART_COUNT, Integer.toString(attempt));
    all.put(RuntimeAnnotations.TERMINATION_MESSAGE_PATH, container.terminationMessagePath());
    all.put(
        RuntimeAnnotations.TERMINATION_MESSAGE_POLICY, container.terminationMessagePolicy().wire());
    Long deletionGrace = pod.metadata().deletionGracePeriodSeconds();
    if (deletionGrace != null) {
      all.put(RuntimeAnnotations.DELETION_GRACE, Long.toString(deletionGrace));
    }
    Long terminationGrace = pod.spec().terminationGracePeriodSeconds();
    if (terminationGrace != null) {
      all.put(RuntimeAnnotations.TERMINATION_GRACE, Long.toString(terminationGrace));
    }
    Lifecycle lifecycle = container.lifecycle();
    if (lifecycle != null && lifecycle.preStop() != null) {
      all.put(RuntimeAnnotations.PRE_STOP_HANDLER, AnnotationJson.handler(lifecycle.preStop()));
    }
    if (!container.ports().isEmpty()) {
      all.put(RuntimeAnnotations.PORTS, AnnotationJson.ports(container.ports()));
    }
    int place = pod.spec().initContainers().indexOf(container);
    if (place >= 0 && container.isSidecar()) {
      all.put(RuntimeAnnotations.SIDECAR, Integer.toString(place));
    }
    return all;
  }
}

package dev.jubelet.ports.runtime;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.model.runtime.UsageFigure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Usage figures, as far as the runtime counts them. */
public interface RuntimeStats {
  List<ResourceUsage> containers(@Nullable PodUid uid);

  List<ResourceUsage> sandboxes(@Nullable PodUid uid);

  /**
   * All that it counts about what runs, for monitoring, by the ids of sandboxes and containers;
   * costs more than the others, and is empty where a runtime counts nothing beside them.
   */
  default Map<String, List<UsageFigure>> figures() {
    return Map.of();
  }
}

package dev.jubelet.ports;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ResourceUsage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Usage figures, as far as the runtime counts them. */
public interface RuntimeStats {
  List<ResourceUsage> containers(@Nullable PodUid uid);

  List<ResourceUsage> sandboxes(@Nullable PodUid uid);
}

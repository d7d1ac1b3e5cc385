package dev.jubelet.app.metering;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.model.runtime.UsageFigure;
import dev.jubelet.ports.runtime.RuntimeStats;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

record MeasuredStats(RuntimeStats inner, Meter meter) implements RuntimeStats {
  @Override
  public List<ResourceUsage> containers(@Nullable PodUid uid) {
    return meter.measure("list_container_stats", () -> inner.containers(uid));
  }

  @Override
  public List<ResourceUsage> sandboxes(@Nullable PodUid uid) {
    return meter.measure("list_podsandbox_stats", () -> inner.sandboxes(uid));
  }

  @Override
  public Map<String, List<UsageFigure>> figures() {
    return meter.measure("list_podsandbox_metrics", inner::figures);
  }
}

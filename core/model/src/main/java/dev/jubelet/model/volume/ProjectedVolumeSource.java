package dev.jubelet.model.volume;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record ProjectedVolumeSource(List<VolumeProjection> sources, @Nullable Integer defaultMode) {

  public ProjectedVolumeSource {
    sources = List.copyOf(sources);
  }
}

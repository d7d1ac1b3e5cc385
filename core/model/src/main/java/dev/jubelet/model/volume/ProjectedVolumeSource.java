package dev.jubelet.model.volume;

import dev.jubelet.model.volume.projection.VolumeProjection;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record ProjectedVolumeSource(List<VolumeProjection> sources, @Nullable Integer defaultMode) {

  public ProjectedVolumeSource {
    sources = List.copyOf(sources);
  }
}

package dev.jubelet.model.volume;

import dev.jubelet.model.volume.projection.DownwardApiVolumeFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record DownwardApiVolumeSource(
    List<DownwardApiVolumeFile> items, @Nullable Integer defaultMode) {

  public DownwardApiVolumeSource {
    items = List.copyOf(items);
  }
}

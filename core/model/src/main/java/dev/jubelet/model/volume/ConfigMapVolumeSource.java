package dev.jubelet.model.volume;

import dev.jubelet.model.volume.projection.KeyToPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record ConfigMapVolumeSource(
    String name, List<KeyToPath> items, @Nullable Integer defaultMode, @Nullable Boolean optional) {

  public ConfigMapVolumeSource {
    items = List.copyOf(items);
  }
}

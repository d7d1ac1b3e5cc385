package dev.jubelet.model.volume.projection;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record ConfigMapProjection(String name, List<KeyToPath> items, @Nullable Boolean optional) {

  public ConfigMapProjection {
    items = List.copyOf(items);
  }
}

package dev.jubelet.model.volume.projection;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record SecretProjection(String name, List<KeyToPath> items, @Nullable Boolean optional) {

  public SecretProjection {
    items = List.copyOf(items);
  }
}

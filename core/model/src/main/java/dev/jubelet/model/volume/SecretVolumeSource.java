package dev.jubelet.model.volume;

import dev.jubelet.model.volume.projection.KeyToPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record SecretVolumeSource(
    String secretName,
    List<KeyToPath> items,
    @Nullable Integer defaultMode,
    @Nullable Boolean optional) {

  public SecretVolumeSource {
    items = List.copyOf(items);
  }
}

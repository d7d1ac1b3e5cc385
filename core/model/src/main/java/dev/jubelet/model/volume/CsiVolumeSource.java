package dev.jubelet.model.volume;

import dev.jubelet.model.meta.LocalObjectReference;
import dev.jubelet.model.meta.Ordered;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record CsiVolumeSource(
    String driver,
    @Nullable Boolean readOnly,
    @Nullable String fsType,
    Map<String, String> volumeAttributes,
    @Nullable LocalObjectReference nodePublishSecretRef) {

  public CsiVolumeSource {
    volumeAttributes = Ordered.copyOf(volumeAttributes);
  }
}

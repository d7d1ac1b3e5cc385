package dev.jubelet.model.volume.intree;

import dev.jubelet.model.meta.LocalObjectReference;
import dev.jubelet.model.meta.Ordered;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record FlexVolumeSource(
    String driver,
    String fsType,
    @Nullable LocalObjectReference secretRef,
    boolean readOnly,
    Map<String, String> options) {

  public FlexVolumeSource {
    options = Ordered.copyOf(options);
  }
}

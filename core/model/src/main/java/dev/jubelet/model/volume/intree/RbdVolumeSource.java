package dev.jubelet.model.volume.intree;

import dev.jubelet.model.meta.LocalObjectReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record RbdVolumeSource(
    List<String> monitors,
    String image,
    String fsType,
    String pool,
    String user,
    String keyring,
    @Nullable LocalObjectReference secretRef,
    boolean readOnly) {

  public RbdVolumeSource {
    monitors = List.copyOf(monitors);
  }
}

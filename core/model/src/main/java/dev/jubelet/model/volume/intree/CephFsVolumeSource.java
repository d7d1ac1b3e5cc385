package dev.jubelet.model.volume.intree;

import dev.jubelet.model.meta.LocalObjectReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record CephFsVolumeSource(
    List<String> monitors,
    String path,
    String user,
    String secretFile,
    @Nullable LocalObjectReference secretRef,
    boolean readOnly) {

  public CephFsVolumeSource {
    monitors = List.copyOf(monitors);
  }
}

package dev.jubelet.model.volume.intree;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record FcVolumeSource(
    List<String> targetWWNs,
    @Nullable Integer lun,
    String fsType,
    boolean readOnly,
    List<String> wwids) {

  public FcVolumeSource {
    targetWWNs = List.copyOf(targetWWNs);
    wwids = List.copyOf(wwids);
  }
}

package dev.jubelet.model.volume.projection;

import java.util.List;

public record DownwardApiProjection(List<DownwardApiVolumeFile> items) {

  public DownwardApiProjection {
    items = List.copyOf(items);
  }
}

package dev.jubelet.model.volume.intree;

import dev.jubelet.model.meta.LocalObjectReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record IscsiVolumeSource(
    String targetPortal,
    String iqn,
    int lun,
    String iscsiInterface,
    String fsType,
    boolean readOnly,
    List<String> portals,
    boolean chapAuthDiscovery,
    boolean chapAuthSession,
    @Nullable LocalObjectReference secretRef,
    @Nullable String initiatorName) {

  public IscsiVolumeSource {
    portals = List.copyOf(portals);
  }
}

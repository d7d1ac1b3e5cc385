package dev.jubelet.model.volume.intree;

public record PhotonPersistentDiskVolumeSource(String pdID, String fsType) {}

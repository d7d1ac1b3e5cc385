package dev.jubelet.model.volume;

public record PhotonPersistentDiskVolumeSource(String pdID, String fsType) {}

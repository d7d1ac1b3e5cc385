package dev.jubelet.model.volume.intree;

public record PortworxVolumeSource(String volumeID, String fsType, boolean readOnly) {}

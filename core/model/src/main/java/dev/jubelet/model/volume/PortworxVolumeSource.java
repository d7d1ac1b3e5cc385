package dev.jubelet.model.volume;

public record PortworxVolumeSource(String volumeID, String fsType, boolean readOnly) {}

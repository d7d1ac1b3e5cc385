package dev.jubelet.model.volume;

public record GcePersistentDiskVolumeSource(
    String pdName, String fsType, int partition, boolean readOnly) {}

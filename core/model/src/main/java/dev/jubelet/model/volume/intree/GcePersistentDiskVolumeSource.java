package dev.jubelet.model.volume.intree;

public record GcePersistentDiskVolumeSource(
    String pdName, String fsType, int partition, boolean readOnly) {}

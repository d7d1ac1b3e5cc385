package dev.jubelet.model.volume;

public record AwsElasticBlockStoreVolumeSource(
    String volumeID, String fsType, int partition, boolean readOnly) {}

package dev.jubelet.model.volume.intree;

public record AwsElasticBlockStoreVolumeSource(
    String volumeID, String fsType, int partition, boolean readOnly) {}

package dev.jubelet.model.volume.intree;

public record FlockerVolumeSource(String datasetName, String datasetUUID) {}

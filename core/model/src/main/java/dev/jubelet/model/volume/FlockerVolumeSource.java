package dev.jubelet.model.volume;

public record FlockerVolumeSource(String datasetName, String datasetUUID) {}

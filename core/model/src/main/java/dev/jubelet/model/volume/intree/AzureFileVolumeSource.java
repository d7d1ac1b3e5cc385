package dev.jubelet.model.volume.intree;

public record AzureFileVolumeSource(String secretName, String shareName, boolean readOnly) {}

package dev.jubelet.model.volume;

public record AzureFileVolumeSource(String secretName, String shareName, boolean readOnly) {}

package dev.jubelet.model.volume;

public record NfsVolumeSource(String server, String path, boolean readOnly) {}

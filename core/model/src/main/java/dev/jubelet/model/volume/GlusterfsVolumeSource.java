package dev.jubelet.model.volume;

public record GlusterfsVolumeSource(String endpoints, String path, boolean readOnly) {}

package dev.jubelet.model.volume.intree;

public record GlusterfsVolumeSource(String endpoints, String path, boolean readOnly) {}

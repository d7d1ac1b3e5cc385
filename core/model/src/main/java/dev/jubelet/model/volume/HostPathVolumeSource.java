package dev.jubelet.model.volume;

public record HostPathVolumeSource(String path, HostPathType type) {}

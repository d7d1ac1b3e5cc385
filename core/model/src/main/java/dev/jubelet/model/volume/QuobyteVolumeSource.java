package dev.jubelet.model.volume;

public record QuobyteVolumeSource(
    String registry, String volume, boolean readOnly, String user, String group, String tenant) {}

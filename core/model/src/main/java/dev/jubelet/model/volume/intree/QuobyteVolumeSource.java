package dev.jubelet.model.volume.intree;

public record QuobyteVolumeSource(
    String registry, String volume, boolean readOnly, String user, String group, String tenant) {}

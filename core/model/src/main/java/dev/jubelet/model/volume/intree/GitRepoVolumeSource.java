package dev.jubelet.model.volume.intree;

public record GitRepoVolumeSource(String repository, String revision, String directory) {}

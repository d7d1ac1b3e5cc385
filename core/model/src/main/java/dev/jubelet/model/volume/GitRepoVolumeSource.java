package dev.jubelet.model.volume;

public record GitRepoVolumeSource(String repository, String revision, String directory) {}

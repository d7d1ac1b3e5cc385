package dev.jubelet.model.volume;

/** What a volume takes from the disk below it. */
public record VolumeUsage(long bytes, long inodes) {}

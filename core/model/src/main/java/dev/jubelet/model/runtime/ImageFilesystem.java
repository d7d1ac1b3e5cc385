package dev.jubelet.model.runtime;

import java.time.Instant;

public record ImageFilesystem(String mountpoint, long usedBytes, long usedInodes, Instant at) {}

package dev.jubelet.model.pod;

import org.jspecify.annotations.Nullable;

public record PodOs(@Nullable OsName name) {}

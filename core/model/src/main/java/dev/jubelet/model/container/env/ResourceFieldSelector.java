package dev.jubelet.model.container.env;

import dev.jubelet.model.meta.Quantity;
import org.jspecify.annotations.Nullable;

public record ResourceFieldSelector(
    String containerName, String resource, @Nullable Quantity divisor) {}

package dev.jubelet.model.volume;

import dev.jubelet.model.meta.Quantity;
import org.jspecify.annotations.Nullable;

public record EmptyDirVolumeSource(String medium, @Nullable Quantity sizeLimit) {}

package dev.jubelet.model.status;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

public record ContainerStateRunning(@Nullable Instant startedAt) {}

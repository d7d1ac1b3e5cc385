package dev.jubelet.model.status;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

public record ContainerStateTerminated(
    int exitCode,
    int signal,
    String reason,
    String message,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    String containerID) {}

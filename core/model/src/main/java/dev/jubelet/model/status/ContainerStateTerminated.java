package dev.jubelet.model.status;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@RecordBuilder
public record ContainerStateTerminated(
    int exitCode,
    int signal,
    String reason,
    String message,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    String containerID) {}

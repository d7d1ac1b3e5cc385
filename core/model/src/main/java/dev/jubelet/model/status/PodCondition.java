package dev.jubelet.model.status;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@RecordBuilder
public record PodCondition(
    String type,
    long observedGeneration,
    ConditionStatus status,
    @Nullable Instant lastProbeTime,
    @Nullable Instant lastTransitionTime,
    String reason,
    String message) {}

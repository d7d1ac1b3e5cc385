package dev.jubelet.model.status;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

public record PodCondition(
    String type,
    long observedGeneration,
    ConditionStatus status,
    @Nullable Instant lastProbeTime,
    @Nullable Instant lastTransitionTime,
    String reason,
    String message) {}

package dev.jubelet.decide.state;

import dev.jubelet.model.lifecycle.WaitingReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An action that failed: why, in words for the status, and when it may be tried again.
 *
 * @param container the container that waits for it, or null when the whole pod does
 */
public record Retry(
    Instant failedAt, Instant notBefore, WaitingReason waitingReason, @Nullable String container) {}

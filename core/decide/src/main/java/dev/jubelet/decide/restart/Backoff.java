package dev.jubelet.decide.restart;

import java.time.Duration;
import java.time.Instant;

/**
 * How long one thing that keeps failing has to wait: the delay now in force and when it was set.
 */
public record Backoff(Duration delay, Instant since) {}

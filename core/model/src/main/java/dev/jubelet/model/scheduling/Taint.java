package dev.jubelet.model.scheduling;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What keeps pods away from a node that do not tolerate it. */
public record Taint(
    String key, String value, @Nullable TaintEffect effect, @Nullable Instant timeAdded) {}

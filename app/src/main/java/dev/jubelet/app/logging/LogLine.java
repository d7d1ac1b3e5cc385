package dev.jubelet.app.logging;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.Journal.Level;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One line of the log before it has a form. */
record LogLine(
    Instant at,
    Level level,
    @Nullable String reason,
    @Nullable PodName pod,
    @Nullable PodUid uid,
    String message,
    @Nullable String error) {}

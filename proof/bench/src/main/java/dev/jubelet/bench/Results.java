package dev.jubelet.bench;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Everything of one run on one runtime; null is what was not asked for. */
record Results(
    String runtime,
    LocalDate day,
    OnePod.@Nullable Result one,
    Burst.@Nullable Result burst,
    AtRest.@Nullable Result rest,
    Startups.@Nullable Result emptyStart,
    Startups.@Nullable Result fullStart) {}

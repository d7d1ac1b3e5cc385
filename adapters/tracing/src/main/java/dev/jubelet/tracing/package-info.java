/** Tells the starts of pods to an OpenTelemetry collector. */
@NullMarked
package dev.jubelet.tracing;

import org.jspecify.annotations.NullMarked;

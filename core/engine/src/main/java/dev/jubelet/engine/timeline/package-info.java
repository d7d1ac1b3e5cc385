/** Keeps how the starts of pods went. */
@NullMarked
package dev.jubelet.engine.timeline;

import org.jspecify.annotations.NullMarked;

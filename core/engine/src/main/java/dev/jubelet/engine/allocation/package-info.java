/** What every pod was given, kept across our restarts, and who may have something else. */
@NullMarked
package dev.jubelet.engine.allocation;

import org.jspecify.annotations.NullMarked;

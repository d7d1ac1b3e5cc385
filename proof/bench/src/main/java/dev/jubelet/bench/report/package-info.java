/** Figures, goals, tables and pictures of what was measured. */
@NullMarked
package dev.jubelet.bench.report;

import org.jspecify.annotations.NullMarked;

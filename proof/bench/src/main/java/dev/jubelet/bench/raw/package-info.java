/** Jubelet beside bare CRI calls for the same pods. */
@NullMarked
package dev.jubelet.bench.raw;

import org.jspecify.annotations.NullMarked;

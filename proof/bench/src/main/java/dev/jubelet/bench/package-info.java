/** Measures a node from outside, beside bare CRI calls for the same pods. */
@NullMarked
package dev.jubelet.bench;

import org.jspecify.annotations.NullMarked;

/** Measures a node from outside, beside bare CRI calls for the same pods. */
@org.jspecify.annotations.NullMarked
package dev.jubelet.bench;

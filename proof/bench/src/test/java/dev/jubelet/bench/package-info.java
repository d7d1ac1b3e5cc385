/** Tests of what the benchmark computes and draws. */
@org.jspecify.annotations.NullMarked
package dev.jubelet.bench;

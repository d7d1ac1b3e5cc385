/**
 * The other side of the training of the AOT cache: the container runtime, the API server and the
 * callers of a node whose process the JVM records.
 */
@NullMarked
package dev.jubelet.training;

import org.jspecify.annotations.NullMarked;

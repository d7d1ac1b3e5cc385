/** A node with the heap that the launcher gives it, against far too much. */
@NullMarked
package dev.jubelet.cluster.heap;

import org.jspecify.annotations.NullMarked;

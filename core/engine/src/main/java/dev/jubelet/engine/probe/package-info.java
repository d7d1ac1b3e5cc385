/** Asks containers how they are, on behalf of a pod's worker. */
@NullMarked
package dev.jubelet.engine.probe;

import org.jspecify.annotations.NullMarked;

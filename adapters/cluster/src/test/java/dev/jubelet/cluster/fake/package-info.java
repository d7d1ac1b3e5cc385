/** An API server in memory. */
@NullMarked
package dev.jubelet.cluster.fake;

import org.jspecify.annotations.NullMarked;

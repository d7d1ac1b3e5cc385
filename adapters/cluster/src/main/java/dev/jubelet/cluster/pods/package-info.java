/** The pods that an API server has for this node, and what it is told of them. */
@NullMarked
package dev.jubelet.cluster.pods;

import org.jspecify.annotations.NullMarked;

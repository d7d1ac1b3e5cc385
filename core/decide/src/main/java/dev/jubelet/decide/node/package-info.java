/** How the node is shown to its cluster, and when that has to be told. */
@NullMarked
package dev.jubelet.decide.node;

import org.jspecify.annotations.NullMarked;

/** The node's own objects in the API server: Node, Lease, CSINode. */
@NullMarked
package dev.jubelet.cluster.node;

import org.jspecify.annotations.NullMarked;

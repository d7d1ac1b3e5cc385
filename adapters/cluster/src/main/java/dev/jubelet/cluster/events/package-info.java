/** Events of Kubernetes: what the cluster is told about pods and the node. */
@NullMarked
package dev.jubelet.cluster.events;

import org.jspecify.annotations.NullMarked;

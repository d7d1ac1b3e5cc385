/** Jubelet beside the Go kubelet, each as the node of a cluster. */
@NullMarked
package dev.jubelet.bench.cluster;

import org.jspecify.annotations.NullMarked;

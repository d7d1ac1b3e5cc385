/** Jubelet with its own runtime beside the Go kubelet with containerd. */
@NullMarked
package dev.jubelet.bench.embedded;

import org.jspecify.annotations.NullMarked;

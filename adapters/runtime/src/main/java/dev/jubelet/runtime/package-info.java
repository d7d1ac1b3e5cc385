/** The embedded container runtime: sandboxes, containers, logs and streams, without a daemon. */
@NullMarked
package dev.jubelet.runtime;

import org.jspecify.annotations.NullMarked;

/** Probes and lifecycle hooks. */
@NullMarked
package dev.jubelet.model.container.handler;

import org.jspecify.annotations.NullMarked;

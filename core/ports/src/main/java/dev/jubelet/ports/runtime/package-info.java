/** The container runtime, as the engine sees it. */
@NullMarked
package dev.jubelet.ports.runtime;

import org.jspecify.annotations.NullMarked;

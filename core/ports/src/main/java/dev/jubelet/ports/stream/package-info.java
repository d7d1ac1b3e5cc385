/** Exec, attach and port-forward, as a runtime and whoever serves its clients see them. */
@NullMarked
package dev.jubelet.ports.stream;

import org.jspecify.annotations.NullMarked;

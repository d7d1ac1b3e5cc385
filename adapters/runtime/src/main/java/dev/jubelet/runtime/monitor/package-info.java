/** The programs that run containers: conmon and an OCI runtime. */
@NullMarked
package dev.jubelet.runtime.monitor;

import org.jspecify.annotations.NullMarked;

/** Filters of system calls. */
@NullMarked
package dev.jubelet.runtime.oci.seccomp;

import org.jspecify.annotations.NullMarked;

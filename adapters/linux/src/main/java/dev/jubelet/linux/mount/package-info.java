/** Mounts and the table of mounts. */
@NullMarked
package dev.jubelet.linux.mount;

import org.jspecify.annotations.NullMarked;

/** The kernel: the only native calls of Jubelet, and the facts that Linux tells in files. */
@NullMarked
package dev.jubelet.linux;

import org.jspecify.annotations.NullMarked;

/** Who is calling, and whether that one may. */
@NullMarked
package dev.jubelet.nodeserver.access;

import org.jspecify.annotations.NullMarked;

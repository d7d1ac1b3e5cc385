/** A machine with a kernel of its own, for what the kernel beneath us cannot show. */
@NullMarked
package dev.jubelet.acceptance.machine;

import org.jspecify.annotations.NullMarked;

/** System calls, one method each. Other modules use what is built on them. */
@NullMarked
package dev.jubelet.linux.kernel;

import org.jspecify.annotations.NullMarked;

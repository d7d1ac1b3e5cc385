/** Small files that outlive our process. */
@NullMarked
package dev.jubelet.state;

import org.jspecify.annotations.NullMarked;

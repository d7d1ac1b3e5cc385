/** What happens by itself: exits; and who is told of all that happens. */
@NullMarked
package dev.jubelet.runtime.watch;

import org.jspecify.annotations.NullMarked;

/** How the parts of the program tell people that something cannot be done. */
@NullMarked
package dev.jubelet.app.failure;

import org.jspecify.annotations.NullMarked;

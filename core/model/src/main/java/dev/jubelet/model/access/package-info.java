/** Who asks the node for something, and what is asked. */
@NullMarked
package dev.jubelet.model.access;

import org.jspecify.annotations.NullMarked;

/** How long to wait before something is tried again. */
@NullMarked
package dev.jubelet.model.retry;

import org.jspecify.annotations.NullMarked;

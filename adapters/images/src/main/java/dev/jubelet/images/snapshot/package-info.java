/** Unpacked layers, and the roots that are made of them. */
@NullMarked
package dev.jubelet.images.snapshot;

import org.jspecify.annotations.NullMarked;

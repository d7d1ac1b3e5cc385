/**
 * Layers: tar archives of strangers, unpacked so that they can touch nothing but their own place.
 */
@NullMarked
package dev.jubelet.images.unpack;

import org.jspecify.annotations.NullMarked;

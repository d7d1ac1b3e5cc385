/**
 * Layers: tar archives of strangers, unpacked so that they can touch nothing but their own place.
 */
@org.jspecify.annotations.NullMarked
package dev.jubelet.images.unpack;

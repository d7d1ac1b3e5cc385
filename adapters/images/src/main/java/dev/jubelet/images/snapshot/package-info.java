/** Unpacked layers, and the roots that are made of them. */
@org.jspecify.annotations.NullMarked
package dev.jubelet.images.snapshot;

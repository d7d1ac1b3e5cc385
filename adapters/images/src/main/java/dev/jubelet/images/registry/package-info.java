/** Registries: where an image's manifest and blobs come from, and what is believed of them. */
@org.jspecify.annotations.NullMarked
package dev.jubelet.images.registry;

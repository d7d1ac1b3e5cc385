/** Registries: where an image's manifest and blobs come from, and what is believed of them. */
@NullMarked
package dev.jubelet.images.registry;

import org.jspecify.annotations.NullMarked;

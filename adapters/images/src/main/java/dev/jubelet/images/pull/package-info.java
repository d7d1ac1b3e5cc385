/** Pulls: from a name to unpacked layers, each blob and each layer once, however many want it. */
@NullMarked
package dev.jubelet.images.pull;

import org.jspecify.annotations.NullMarked;

/** Pulls: from a name to unpacked layers, each blob and each layer once, however many want it. */
@org.jspecify.annotations.NullMarked
package dev.jubelet.images.pull;

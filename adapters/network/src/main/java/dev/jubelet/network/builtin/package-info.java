/** Plugins of our own, with the configuration and the results of the reference plugins. */
@NullMarked
package dev.jubelet.network.builtin;

import org.jspecify.annotations.NullMarked;

/** Plugins, and how one is called. */
@NullMarked
package dev.jubelet.network.plugin;

import org.jspecify.annotations.NullMarked;

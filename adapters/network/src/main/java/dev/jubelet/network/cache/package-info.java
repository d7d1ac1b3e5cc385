/** What is attached, on disk. */
@NullMarked
package dev.jubelet.network.cache;

import org.jspecify.annotations.NullMarked;

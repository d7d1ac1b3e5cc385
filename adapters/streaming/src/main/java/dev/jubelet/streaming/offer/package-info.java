/** Streams at addresses that are good for one client and a short time. */
@NullMarked
package dev.jubelet.streaming.offer;

import org.jspecify.annotations.NullMarked;

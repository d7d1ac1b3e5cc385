@NullMarked
package dev.jubelet.streaming.spdy;

import org.jspecify.annotations.NullMarked;

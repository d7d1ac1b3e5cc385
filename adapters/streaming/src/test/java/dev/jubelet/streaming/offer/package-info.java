@NullMarked
package dev.jubelet.streaming.offer;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.streaming;

import org.jspecify.annotations.NullMarked;

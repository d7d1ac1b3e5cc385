@NullMarked
package dev.jubelet.streaming.flow;

import org.jspecify.annotations.NullMarked;

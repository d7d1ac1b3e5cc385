@NullMarked
package dev.jubelet.engine.watch;

import org.jspecify.annotations.NullMarked;

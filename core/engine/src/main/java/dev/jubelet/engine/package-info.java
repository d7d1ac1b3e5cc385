@NullMarked
package dev.jubelet.engine;

import org.jspecify.annotations.NullMarked;

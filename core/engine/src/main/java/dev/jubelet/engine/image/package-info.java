@NullMarked
package dev.jubelet.engine.image;

import org.jspecify.annotations.NullMarked;

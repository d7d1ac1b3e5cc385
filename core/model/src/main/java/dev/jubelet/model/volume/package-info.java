@NullMarked
package dev.jubelet.model.volume;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.model.image;

import org.jspecify.annotations.NullMarked;

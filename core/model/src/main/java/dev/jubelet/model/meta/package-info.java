@NullMarked
package dev.jubelet.model.meta;

import org.jspecify.annotations.NullMarked;

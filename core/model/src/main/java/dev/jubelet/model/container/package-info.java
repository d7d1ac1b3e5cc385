@NullMarked
package dev.jubelet.model.container;

import org.jspecify.annotations.NullMarked;

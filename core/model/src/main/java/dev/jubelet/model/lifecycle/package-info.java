@NullMarked
package dev.jubelet.model.lifecycle;

import org.jspecify.annotations.NullMarked;

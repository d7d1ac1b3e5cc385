@NullMarked
package dev.jubelet.model.runtime;

import org.jspecify.annotations.NullMarked;

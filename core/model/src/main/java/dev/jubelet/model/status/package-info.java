@NullMarked
package dev.jubelet.model.status;

import org.jspecify.annotations.NullMarked;

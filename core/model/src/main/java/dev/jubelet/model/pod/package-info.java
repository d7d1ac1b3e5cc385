@NullMarked
package dev.jubelet.model.pod;

import org.jspecify.annotations.NullMarked;

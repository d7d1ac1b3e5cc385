@NullMarked
package dev.jubelet.runtime.stream;

import org.jspecify.annotations.NullMarked;

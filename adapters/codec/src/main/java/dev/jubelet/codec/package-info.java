@NullMarked
package dev.jubelet.codec;

import org.jspecify.annotations.NullMarked;

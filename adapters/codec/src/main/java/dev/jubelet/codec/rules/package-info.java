@NullMarked
package dev.jubelet.codec.rules;

import org.jspecify.annotations.NullMarked;

/** JSON: its values, one reader with limits, one writer. */
@NullMarked
package dev.jubelet.json;

import org.jspecify.annotations.NullMarked;

/** Habits that hold themselves: limits on sizes and names, and documents that name what exists. */
@NullMarked
package dev.jubelet.acceptance.house;

import org.jspecify.annotations.NullMarked;

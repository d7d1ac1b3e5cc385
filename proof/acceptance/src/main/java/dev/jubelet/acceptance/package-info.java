/**
 * A whole node of real parts in a network namespace of its own, and eyes on what it leaves behind.
 */
@NullMarked
package dev.jubelet.acceptance;

import org.jspecify.annotations.NullMarked;

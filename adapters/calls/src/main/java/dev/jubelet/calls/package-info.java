/** Short calls to what runs in pods: one GET, one connection, one question of health. */
@NullMarked
package dev.jubelet.calls;

import org.jspecify.annotations.NullMarked;

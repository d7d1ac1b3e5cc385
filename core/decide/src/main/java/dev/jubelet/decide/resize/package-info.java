/** In-place resize: what a pod was given, what it wants instead, and how it gets there. */
@NullMarked
package dev.jubelet.decide.resize;

import org.jspecify.annotations.NullMarked;

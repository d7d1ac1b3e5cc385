/** A container runtime that behaves, in memory and in manual time. */
@NullMarked
package dev.jubelet.testkit.runtime;

import org.jspecify.annotations.NullMarked;

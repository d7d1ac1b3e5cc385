/** Faults of the outside world, planned by tests. */
@NullMarked
package dev.jubelet.testkit.fault;

import org.jspecify.annotations.NullMarked;

/** The simulated world around the node: clock, runtime, objects and delays. */
@NullMarked
package dev.jubelet.simulator.world;

import org.jspecify.annotations.NullMarked;

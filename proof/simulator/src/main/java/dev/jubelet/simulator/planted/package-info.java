/** Bugs that are put into the engine on purpose, to show that the simulator finds them. */
@NullMarked
package dev.jubelet.simulator.planted;

import org.jspecify.annotations.NullMarked;

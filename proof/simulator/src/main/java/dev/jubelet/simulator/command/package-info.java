@NullMarked
package dev.jubelet.simulator.command;

import org.jspecify.annotations.NullMarked;

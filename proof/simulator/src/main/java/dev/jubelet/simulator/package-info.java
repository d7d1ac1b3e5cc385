@NullMarked
package dev.jubelet.simulator;

import org.jspecify.annotations.NullMarked;

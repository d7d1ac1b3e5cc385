/** What probes say of a pod's containers, and which of them is due when. */
@NullMarked
package dev.jubelet.decide.probe;

import org.jspecify.annotations.NullMarked;

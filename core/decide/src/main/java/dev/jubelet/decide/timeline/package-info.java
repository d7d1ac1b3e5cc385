/** What the time of a pod's start was spent on. */
@NullMarked
package dev.jubelet.decide.timeline;

import org.jspecify.annotations.NullMarked;

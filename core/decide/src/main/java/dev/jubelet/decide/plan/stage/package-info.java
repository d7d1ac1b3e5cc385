/** The stages of the planner: each judges one part of the work on a pod. */
@NullMarked
package dev.jubelet.decide.plan.stage;

import org.jspecify.annotations.NullMarked;

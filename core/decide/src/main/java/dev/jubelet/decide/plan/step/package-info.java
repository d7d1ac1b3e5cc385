/**
 * What the stages of the planner share: who is who in a pod, and how one container is started and
 * stopped.
 */
@NullMarked
package dev.jubelet.decide.plan.step;

import org.jspecify.annotations.NullMarked;

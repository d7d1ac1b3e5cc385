/** One step of work for a pod: what it is, and how it went. */
@NullMarked
package dev.jubelet.decide.action;

import org.jspecify.annotations.NullMarked;

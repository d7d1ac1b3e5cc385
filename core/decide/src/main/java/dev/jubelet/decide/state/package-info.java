/** What a pod's worker knows, and the one function that says how each event changes it. */
@NullMarked
package dev.jubelet.decide.state;

import org.jspecify.annotations.NullMarked;

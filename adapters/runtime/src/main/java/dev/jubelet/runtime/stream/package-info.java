/** Talking to what runs inside: exec, attach and port-forward. */
@NullMarked
package dev.jubelet.runtime.stream;

import org.jspecify.annotations.NullMarked;

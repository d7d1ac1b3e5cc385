/** Sandboxes of pods: namespaces, files and networks. */
@NullMarked
package dev.jubelet.runtime.sandbox;

import org.jspecify.annotations.NullMarked;

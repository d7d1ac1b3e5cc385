/** Directories, logs and volumes of pods on the node's disk. */
@NullMarked
package dev.jubelet.volumes;

import org.jspecify.annotations.NullMarked;

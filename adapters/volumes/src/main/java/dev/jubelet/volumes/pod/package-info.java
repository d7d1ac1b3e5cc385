/** Directories and logs of pods. */
@NullMarked
package dev.jubelet.volumes.pod;

import org.jspecify.annotations.NullMarked;

/** Control groups, version 1 and 2. */
@NullMarked
package dev.jubelet.linux.cgroup;

import org.jspecify.annotations.NullMarked;

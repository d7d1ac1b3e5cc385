/** Jubelet on a kernel with cgroup v2, AppArmor and all capabilities. */
@NullMarked
package dev.jubelet.acceptance.machine;

import org.jspecify.annotations.NullMarked;

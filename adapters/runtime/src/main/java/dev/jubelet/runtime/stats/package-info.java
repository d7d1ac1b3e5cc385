/** Usage figures out of the files of cgroups. */
@NullMarked
package dev.jubelet.runtime.stats;

import org.jspecify.annotations.NullMarked;

/** Containers: made, started, ended, removed and shown. */
@NullMarked
package dev.jubelet.runtime.container;

import org.jspecify.annotations.NullMarked;

/** What the runtime remembers on disk: one small file for each sandbox and container. */
@NullMarked
package dev.jubelet.runtime.state;

import org.jspecify.annotations.NullMarked;

/** What the embedded runtime is told when it starts. */
@NullMarked
package dev.jubelet.runtime.settings;

import org.jspecify.annotations.NullMarked;

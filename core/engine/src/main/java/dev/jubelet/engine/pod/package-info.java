@NullMarked
package dev.jubelet.engine.pod;

import org.jspecify.annotations.NullMarked;

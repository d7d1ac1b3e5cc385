@NullMarked
package dev.jubelet.engine.status;

import org.jspecify.annotations.NullMarked;

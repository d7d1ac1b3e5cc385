@NullMarked
package dev.jubelet.engine.node;

import org.jspecify.annotations.NullMarked;

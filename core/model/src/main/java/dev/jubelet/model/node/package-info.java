@NullMarked
package dev.jubelet.model.node;

import org.jspecify.annotations.NullMarked;

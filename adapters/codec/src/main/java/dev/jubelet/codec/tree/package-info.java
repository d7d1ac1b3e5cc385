@NullMarked
package dev.jubelet.codec.tree;

import org.jspecify.annotations.NullMarked;

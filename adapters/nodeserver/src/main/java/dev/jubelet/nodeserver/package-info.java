@NullMarked
package dev.jubelet.nodeserver;

import org.jspecify.annotations.NullMarked;

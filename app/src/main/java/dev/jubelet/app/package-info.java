@NullMarked
package dev.jubelet.app;

import org.jspecify.annotations.NullMarked;

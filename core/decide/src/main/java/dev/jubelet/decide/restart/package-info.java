@NullMarked
package dev.jubelet.decide.restart;

import org.jspecify.annotations.NullMarked;

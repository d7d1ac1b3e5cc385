@NullMarked
package dev.jubelet.decide.volume;

import org.jspecify.annotations.NullMarked;

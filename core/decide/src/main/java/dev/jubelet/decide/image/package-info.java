@NullMarked
package dev.jubelet.decide.image;

import org.jspecify.annotations.NullMarked;

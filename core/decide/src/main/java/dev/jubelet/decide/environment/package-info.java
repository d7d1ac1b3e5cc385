@NullMarked
package dev.jubelet.decide.environment;

import org.jspecify.annotations.NullMarked;

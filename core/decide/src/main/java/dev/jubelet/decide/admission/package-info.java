@NullMarked
package dev.jubelet.decide.admission;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.decide.status;

import org.jspecify.annotations.NullMarked;

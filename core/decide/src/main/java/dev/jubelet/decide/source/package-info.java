@NullMarked
package dev.jubelet.decide.source;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.decide.observe;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.decide.plan;

import org.jspecify.annotations.NullMarked;

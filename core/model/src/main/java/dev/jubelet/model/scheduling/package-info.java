@NullMarked
package dev.jubelet.model.scheduling;

import org.jspecify.annotations.NullMarked;

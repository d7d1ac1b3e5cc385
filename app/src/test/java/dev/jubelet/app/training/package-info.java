@NullMarked
package dev.jubelet.app.training;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.decide.resources;

import org.jspecify.annotations.NullMarked;

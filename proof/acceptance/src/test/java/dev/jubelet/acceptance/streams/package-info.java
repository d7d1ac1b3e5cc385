@NullMarked
package dev.jubelet.acceptance.streams;

import org.jspecify.annotations.NullMarked;

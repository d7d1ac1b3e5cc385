@NullMarked
package dev.jubelet.acceptance;

import org.jspecify.annotations.NullMarked;

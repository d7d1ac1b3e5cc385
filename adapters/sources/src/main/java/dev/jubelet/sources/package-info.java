@NullMarked
package dev.jubelet.sources;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.bench.raw;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.bench.embedded;

import org.jspecify.annotations.NullMarked;

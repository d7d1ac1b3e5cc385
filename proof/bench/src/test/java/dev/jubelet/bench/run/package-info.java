@NullMarked
package dev.jubelet.bench.run;

import org.jspecify.annotations.NullMarked;

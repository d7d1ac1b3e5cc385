@NullMarked
package dev.jubelet.bench.cluster;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.bench.report;

import org.jspecify.annotations.NullMarked;

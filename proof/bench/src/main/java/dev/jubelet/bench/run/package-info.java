/**
 * What every benchmark is given: its options, and how it waits and tells that something happens.
 */
@NullMarked
package dev.jubelet.bench.run;

import org.jspecify.annotations.NullMarked;

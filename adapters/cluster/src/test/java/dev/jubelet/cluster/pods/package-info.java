@NullMarked
package dev.jubelet.cluster.pods;

import org.jspecify.annotations.NullMarked;

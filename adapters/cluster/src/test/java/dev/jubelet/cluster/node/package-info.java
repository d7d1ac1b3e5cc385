@NullMarked
package dev.jubelet.cluster.node;

import org.jspecify.annotations.NullMarked;

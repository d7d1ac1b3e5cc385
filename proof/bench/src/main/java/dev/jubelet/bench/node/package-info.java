/** The node that is measured on, and its pods by hand and by a kubelet. */
@NullMarked
package dev.jubelet.bench.node;

import org.jspecify.annotations.NullMarked;

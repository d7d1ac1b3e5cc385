/** Certificates of the node: asked for, kept in files, renewed in time. */
@NullMarked
package dev.jubelet.cluster.certificates;

import org.jspecify.annotations.NullMarked;

/** Volume sources of clouds and storage systems that Kubernetes once had in its own tree. */
@NullMarked
package dev.jubelet.model.volume.intree;

import org.jspecify.annotations.NullMarked;

/** The objects of the API server that pods of this node refer to. */
@NullMarked
package dev.jubelet.cluster.objects;

import org.jspecify.annotations.NullMarked;

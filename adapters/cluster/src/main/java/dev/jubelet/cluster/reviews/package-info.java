/** Asking the API server who somebody is and what that one may do. */
@NullMarked
package dev.jubelet.cluster.reviews;

import org.jspecify.annotations.NullMarked;

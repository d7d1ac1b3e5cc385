/** Asks the API server who a caller is and what the caller may do. */
@NullMarked
package dev.jubelet.cluster.reviews;

import org.jspecify.annotations.NullMarked;

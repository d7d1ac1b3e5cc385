/** Requests to an API server, and lists of its objects that are kept up to date. */
@NullMarked
package dev.jubelet.cluster.client;

import org.jspecify.annotations.NullMarked;

/**
 * An HTTP/1.1 server with bounds: slow, greedy and silent clients hold up nobody but themselves.
 */
@NullMarked
package dev.jubelet.nodeserver.http;

import org.jspecify.annotations.NullMarked;

/** The node's side of TLS: its key, which may change, and the authorities of its clients. */
@NullMarked
package dev.jubelet.nodeserver.tls;

import org.jspecify.annotations.NullMarked;

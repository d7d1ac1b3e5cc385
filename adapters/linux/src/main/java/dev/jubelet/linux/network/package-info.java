/** Namespaces and sockets. */
@NullMarked
package dev.jubelet.linux.network;

import org.jspecify.annotations.NullMarked;

/** Any container runtime, offered to others as CRI v1 on a unix socket. */
@NullMarked
package dev.jubelet.cri.server;

import org.jspecify.annotations.NullMarked;

/** The container runtime behind a CRI socket: containerd, CRI-O or our own. */
@NullMarked
package dev.jubelet.cri;

import org.jspecify.annotations.NullMarked;

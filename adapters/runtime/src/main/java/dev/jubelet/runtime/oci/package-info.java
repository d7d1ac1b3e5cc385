/** From what CRI asks for to what an OCI runtime is told: pure functions over values. */
@NullMarked
package dev.jubelet.runtime.oci;

import org.jspecify.annotations.NullMarked;

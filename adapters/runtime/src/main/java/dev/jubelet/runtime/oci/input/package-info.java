/** What an OCI configuration is made from. */
@NullMarked
package dev.jubelet.runtime.oci.input;

import org.jspecify.annotations.NullMarked;

/** Keys, certificates and requests for them, in the forms of PEM and DER. */
@NullMarked
package dev.jubelet.cluster.x509;

import org.jspecify.annotations.NullMarked;

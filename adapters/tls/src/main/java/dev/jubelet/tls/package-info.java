/** What adapters that speak TLS have in common. */
@NullMarked
package dev.jubelet.tls;

import org.jspecify.annotations.NullMarked;

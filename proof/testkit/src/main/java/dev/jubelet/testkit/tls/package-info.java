/** Keys and certificates of servers that tests start. */
@NullMarked
package dev.jubelet.testkit.tls;

import org.jspecify.annotations.NullMarked;

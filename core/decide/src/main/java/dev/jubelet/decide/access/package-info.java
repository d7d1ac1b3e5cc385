/** What a request to the node's own port has to be allowed to do. */
@NullMarked
package dev.jubelet.decide.access;

import org.jspecify.annotations.NullMarked;

/** What the node's HTTPS port answers, one class for each kind of path. */
@NullMarked
package dev.jubelet.nodeserver.endpoint;

import org.jspecify.annotations.NullMarked;

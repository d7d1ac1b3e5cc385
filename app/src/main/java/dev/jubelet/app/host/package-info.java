/**
 * What a node needs of the machine before it starts: rights, a place of its own, a network for its
 * pods, and images that need no registry.
 */
@NullMarked
package dev.jubelet.app.host;

import org.jspecify.annotations.NullMarked;

/** Blobs by what they hash to: what lies there under a name is what the name says. */
@NullMarked
package dev.jubelet.images.content;

import org.jspecify.annotations.NullMarked;

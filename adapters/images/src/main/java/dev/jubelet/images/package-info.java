/** The images of a node. {@link dev.jubelet.images.ImageStore} is the way in. */
@NullMarked
package dev.jubelet.images;

import org.jspecify.annotations.NullMarked;

/** The images of a node. {@link dev.jubelet.images.ImageStore} is the way in. */
@org.jspecify.annotations.NullMarked
package dev.jubelet.images;

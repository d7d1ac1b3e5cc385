/** Blobs by what they hash to: what lies there under a name is what the name says. */
@org.jspecify.annotations.NullMarked
package dev.jubelet.images.content;

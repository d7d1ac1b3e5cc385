/** Images in files: OCI layouts and docker's archives, in and out. */
@org.jspecify.annotations.NullMarked
package dev.jubelet.images.archive;

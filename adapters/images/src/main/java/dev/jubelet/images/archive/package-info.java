/** Images in files: OCI layouts and docker's archives, in and out. */
@NullMarked
package dev.jubelet.images.archive;

import org.jspecify.annotations.NullMarked;

/** What projected volumes are made of. */
@NullMarked
package dev.jubelet.model.volume.projection;

import org.jspecify.annotations.NullMarked;

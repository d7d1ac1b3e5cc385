/** How the start of a pod went. */
@NullMarked
package dev.jubelet.model.timeline;

import org.jspecify.annotations.NullMarked;

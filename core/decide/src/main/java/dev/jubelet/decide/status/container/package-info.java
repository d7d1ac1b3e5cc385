/** The status of one container. */
@NullMarked
package dev.jubelet.decide.status.container;

import org.jspecify.annotations.NullMarked;

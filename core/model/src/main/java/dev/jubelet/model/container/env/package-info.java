/** Environment variables and where their values come from. */
@NullMarked
package dev.jubelet.model.container.env;

import org.jspecify.annotations.NullMarked;

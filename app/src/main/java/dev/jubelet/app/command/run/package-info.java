/** {@code jubelet run}: pods on a private node, for as long as somebody watches. */
@NullMarked
package dev.jubelet.app.command.run;

import org.jspecify.annotations.NullMarked;

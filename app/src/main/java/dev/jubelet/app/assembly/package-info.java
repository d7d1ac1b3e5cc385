/** Where the objects of a node are made, started and stopped. Nothing is decided here. */
@NullMarked
package dev.jubelet.app.assembly;

import org.jspecify.annotations.NullMarked;

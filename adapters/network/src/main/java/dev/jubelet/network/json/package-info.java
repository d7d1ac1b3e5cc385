/** JSON as CNI's programs read and write it. */
@NullMarked
package dev.jubelet.network.json;

import org.jspecify.annotations.NullMarked;

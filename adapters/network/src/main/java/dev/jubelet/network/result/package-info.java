/** What a plugin answers. */
@NullMarked
package dev.jubelet.network.result;

import org.jspecify.annotations.NullMarked;

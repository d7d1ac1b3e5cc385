/** Network configurations in their directory. */
@NullMarked
package dev.jubelet.network.config;

import org.jspecify.annotations.NullMarked;

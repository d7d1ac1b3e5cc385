/** Host names and name resolution of pods. */
@NullMarked
package dev.jubelet.decide.config.dns;

import org.jspecify.annotations.NullMarked;

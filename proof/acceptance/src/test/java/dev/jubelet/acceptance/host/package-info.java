@NullMarked
package dev.jubelet.acceptance.host;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.app.logging;

import org.jspecify.annotations.NullMarked;

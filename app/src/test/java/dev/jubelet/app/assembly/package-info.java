@NullMarked
package dev.jubelet.app.assembly;

import org.jspecify.annotations.NullMarked;

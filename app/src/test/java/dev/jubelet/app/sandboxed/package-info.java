@NullMarked
package dev.jubelet.app.sandboxed;

import org.jspecify.annotations.NullMarked;

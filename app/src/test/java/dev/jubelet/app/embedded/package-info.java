@NullMarked
package dev.jubelet.app.embedded;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.app.host;

import org.jspecify.annotations.NullMarked;

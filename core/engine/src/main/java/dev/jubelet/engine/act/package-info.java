@NullMarked
package dev.jubelet.engine.act;

import org.jspecify.annotations.NullMarked;

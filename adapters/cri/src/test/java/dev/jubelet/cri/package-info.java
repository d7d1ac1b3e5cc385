@NullMarked
package dev.jubelet.cri;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.ports;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.testkit;

import org.jspecify.annotations.NullMarked;

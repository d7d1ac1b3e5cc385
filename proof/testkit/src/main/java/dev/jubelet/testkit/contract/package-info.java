@NullMarked
package dev.jubelet.testkit.contract;

import org.jspecify.annotations.NullMarked;

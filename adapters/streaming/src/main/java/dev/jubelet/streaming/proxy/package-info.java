@NullMarked
package dev.jubelet.streaming.proxy;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.jubelet.streaming.http;

import org.jspecify.annotations.NullMarked;

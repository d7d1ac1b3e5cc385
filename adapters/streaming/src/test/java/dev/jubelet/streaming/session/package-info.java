@NullMarked
package dev.jubelet.streaming.session;

import org.jspecify.annotations.NullMarked;

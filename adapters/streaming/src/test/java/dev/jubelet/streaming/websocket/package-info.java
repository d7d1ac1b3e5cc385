@NullMarked
package dev.jubelet.streaming.websocket;

import org.jspecify.annotations.NullMarked;

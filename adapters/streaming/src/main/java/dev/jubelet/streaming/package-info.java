/**
 * Exec, attach and port-forward: SPDY/3.1 and WebSocket servers in front of processes and ports,
 * and the way through to a runtime's streaming server.
 */
@NullMarked
package dev.jubelet.streaming;

import org.jspecify.annotations.NullMarked;

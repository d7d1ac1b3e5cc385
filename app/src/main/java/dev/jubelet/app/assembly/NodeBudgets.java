package dev.jubelet.app.assembly;

import dev.jubelet.app.host.HeapShare;
import dev.jubelet.nodeserver.http.HttpMemory;
import dev.jubelet.ports.MemoryBudget;

/**
 * The memory that each kind of client may use, all of that kind together.
 *
 * @param streams for what clients of exec, attach and port-forward send
 */
record NodeBudgets(HttpMemory http, MemoryBudget streams) {
  static NodeBudgets standard() {
    return new NodeBudgets(
        new HttpMemory(
            HeapShare.of("requests of HTTP clients", 4),
            HeapShare.of("answers to HTTP clients", 12)),
        HeapShare.of("input of streaming clients", 8));
  }
}

package dev.jubelet.app.assembly;

import dev.jubelet.nodeserver.http.HttpMemory;
import dev.jubelet.ports.MemoryBudget;

/**
 * The memory that each kind of client may use, all of that kind together.
 *
 * @param streams for what clients of exec, attach and port-forward send
 */
record NodeBudgets(HttpMemory http, MemoryBudget streams) {
  private static final long MIB = 1 << 20;

  static NodeBudgets standard() {
    return new NodeBudgets(
        new HttpMemory(
            new MemoryBudget("requests of HTTP clients", 4 * MIB),
            new MemoryBudget("answers to HTTP clients", 16 * MIB)),
        new MemoryBudget("input of streaming clients", 8 * MIB));
  }
}

package dev.jubelet.app.command;

import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.ports.ContainerRuntime;
import dev.jubelet.ports.Sandboxes;

/** Pods that no node removed. */
final class Leftovers {
  private Leftovers() {}

  static void remove(ContainerRuntime runtime) {
    Sandboxes sandboxes = runtime.sandboxes();
    for (ObservedSandbox sandbox : sandboxes.list(null)) {
      sandboxes.stop(sandbox.id());
      sandboxes.remove(sandbox.id());
    }
  }
}

package dev.jubelet.app.command.run;

import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.Sandboxes;

/** Pods that no node removed. */
final class LeftoverPods {
  private LeftoverPods() {}

  static void remove(ContainerRuntime runtime) {
    Sandboxes sandboxes = runtime.sandboxes();
    for (ObservedSandbox sandbox : sandboxes.list(null)) {
      sandboxes.stop(sandbox.id());
      sandboxes.remove(sandbox.id());
    }
  }
}

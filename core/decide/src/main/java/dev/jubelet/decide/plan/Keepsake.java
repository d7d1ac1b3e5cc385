package dev.jubelet.decide.plan;

import dev.jubelet.decide.config.RuntimeAnnotations;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.Lifecycle;
import dev.jubelet.model.container.LifecycleHandler;
import dev.jubelet.model.container.PullPolicy;
import dev.jubelet.model.runtime.ObservedContainer;

/**
 * What a container knows of its own definition when nobody else does any more: enough to end it as
 * it was promised.
 */
final class Keepsake {
  private Keepsake() {}

  static Container of(ObservedContainer container) {
    LifecycleHandler preStop = RuntimeAnnotations.preStop(container.annotations()).orElse(null);
    return Container.partial(
        container.name(),
        container.image(),
        PullPolicy.NEVER,
        RuntimeAnnotations.ports(container.annotations()),
        preStop == null ? null : new Lifecycle(null, preStop, null));
  }
}

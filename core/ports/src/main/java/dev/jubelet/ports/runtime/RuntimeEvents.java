package dev.jubelet.ports.runtime;

import dev.jubelet.model.runtime.ContainerEvent;
import java.util.function.Consumer;

/** The runtime's event stream, where it has one. */
public interface RuntimeEvents {
  /**
   * Delivers events until the stream breaks, which ends the call with an {@code OutsideFailure};
   * kind {@code UNIMPLEMENTED} means that this runtime has no events. {@code connected} is called
   * once events flow, since what happened before is not told.
   */
  void follow(Runnable connected, Consumer<ContainerEvent> listener);
}

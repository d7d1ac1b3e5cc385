package dev.jubelet.app.assembly;

import dev.jubelet.ports.PodSource;
import java.util.function.Consumer;

/** Hands each delivery of a source to a second listener first, then to its own. */
record NotifyBeforeSource(PodSource source, Consumer<PodSource.Delivery> first)
    implements PodSource {
  @Override
  public String name() {
    return source.name();
  }

  @Override
  public void start(Consumer<Delivery> listener) {
    source.start(first.andThen(listener));
  }

  @Override
  public void close() {
    source.close();
  }
}

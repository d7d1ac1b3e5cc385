package dev.jubelet.app.assembly;

import dev.jubelet.ports.PodSource;
import java.util.function.Consumer;

/** Hands each delivery of a source to its listener, then to a second one. */
record NotifyAfterSource(PodSource source, Consumer<PodSource.Delivery> other)
    implements PodSource {
  @Override
  public String name() {
    return source.name();
  }

  @Override
  public void start(Consumer<Delivery> listener) {
    source.start(listener.andThen(other));
  }

  @Override
  public void close() {
    source.close();
  }
}

package dev.jubelet.app.assembly;

import dev.jubelet.ports.PodSource;
import java.util.function.Consumer;

/** A source whose deliveries somebody else hears as well, after whom they are for. */
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

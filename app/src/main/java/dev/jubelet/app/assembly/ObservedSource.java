package dev.jubelet.app.assembly;

import dev.jubelet.ports.PodSource;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A source whose deliveries somebody else hears of too.
 *
 * @param both the listener with the other one before or after it
 */
record ObservedSource(PodSource source, UnaryOperator<Consumer<PodSource.Delivery>> both)
    implements PodSource {
  @Override
  public String name() {
    return source.name();
  }

  @Override
  public void start(Consumer<Delivery> listener) {
    source.start(both.apply(listener));
  }

  @Override
  public void close() {
    source.close();
  }
}

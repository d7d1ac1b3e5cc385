package dev.jubelet.cluster.fake;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ObjectReader;
import dev.jubelet.cluster.client.WatchStream;
import dev.jubelet.json.Node;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A watch that is fed by the store. Silent watches end after a minute so that no test hangs. */
final class FakeWatch implements WatchStream<Node.Fields> {
  private static final int PATIENCE_SECONDS = 60;

  private sealed interface Item {}

  private record Event(WatchEvent<Node.Fields> event) implements Item {}

  private record Broken(ApiFailure why) implements Item {}

  private record End() implements Item {}

  private final BlockingQueue<Item> items = new LinkedBlockingQueue<>();
  private final Runnable onClose;
  private final ApiPath path;

  FakeWatch(ApiPath path, Runnable onClose) {
    this.path = path;
    this.onClose = onClose;
  }

  ApiPath path() {
    return path;
  }

  void send(WatchEvent<Node.Fields> event) {
    items.add(new Event(event));
  }

  void fail(ApiFailure why) {
    items.add(new Broken(why));
  }

  void end() {
    items.add(new End());
  }

  @Override
  public Optional<WatchEvent<Node.Fields>> next() {
    try {
      return switch (items.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        case Event(WatchEvent<Node.Fields> event) -> Optional.of(event);
        case Broken(ApiFailure why) -> throw why;
        case End _ -> {
          end();
          yield Optional.empty();
        }
        case null -> Optional.empty();
      };
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** The same for whoever makes something of its objects. */
  <T> WatchStream<T> read(ObjectReader<T> reader) {
    return new WatchStream<>() {
      @Override
      public Optional<WatchEvent<T>> next() {
        return FakeWatch.this
            .next()
            .map(event -> {
              Node.Fields object = event.object();
              return new WatchEvent<>(
                  event.type(),
                  event.version(),
                  object == null ? null : FakeApiServer.read(object, reader));
            });
      }

      @Override
      public void close() {
        FakeWatch.this.close();
      }
    };
  }

  @Override
  public void close() {
    onClose.run();
    end();
  }
}

package dev.jubelet.app.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.ObjectReader;
import dev.jubelet.cluster.client.WatchStream;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonStream;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class DeferredApiServerTest {
  private final DeferredApiServer late = new DeferredApiServer();
  private final Answering real = new Answering();
  private final List<String> heard = new ArrayList<>();

  /** Knows one object, and who wants to hear that it is back. */
  private static final class Answering implements ApiServer {
    private final List<Runnable> back = new ArrayList<>();

    private static <T> T read(Node.Fields object, Function<JsonStream, T> reader) {
      return reader.apply(JsonStream.of(JsonWriter.compact(object)));
    }

    @Override
    public <T> T get(String path, Function<JsonStream, T> reader) {
      return read(new JsonObject().put("path", path).build(), reader);
    }

    @Override
    public <T> T create(String path, Node.Fields object, Function<JsonStream, T> reader) {
      return read(object, reader);
    }

    @Override
    public Node.Fields replace(String path, Node.Fields object) {
      return object;
    }

    @Override
    public <T> T patch(String path, Node.Fields patch, Function<JsonStream, T> reader) {
      return read(patch, reader);
    }

    @Override
    public void delete(String path, Node.Fields options) {}

    @Override
    public <T> WatchStream<T> watch(String path, ObjectReader<T> reader) {
      throw ApiFailure.noAnswer("no watches here");
    }

    @Override
    public Registration whenBack(Runnable task) {
      back.add(task);
      return () -> back.remove(task);
    }
  }

  @Test
  void nobodyAnswersBeforeThereAreCredentials() {
    assertThatThrownBy(() -> late.get("/x"))
        .isInstanceOfSatisfying(
            ApiFailure.class, failure -> assertThat(failure.passing()).isTrue());
  }

  @Test
  void afterwardsTheServerAnswers() {
    late.is(real);
    assertThat(late.get("/x").text("path")).isEqualTo("/x");
  }

  @Test
  void whoWaitedHearsOfTheServerAndThenOfItsReturns() {
    ApiServer.Registration one = late.whenBack(() -> heard.add("one"));
    ApiServer.Registration two = late.whenBack(() -> heard.add("two"));
    two.close();
    late.is(real);
    assertThat(heard).containsExactly("one");
    real.back.forEach(Runnable::run);
    assertThat(heard).containsExactly("one", "one");
    one.close();
    assertThat(real.back).isEmpty();
  }

  @Test
  void whoComesLaterHearsOfReturnsOnly() {
    late.is(real);
    late.whenBack(() -> heard.add("one")).close();
    assertThat(heard).isEmpty();
    assertThat(real.back).isEmpty();
  }
}

package dev.jubelet.cluster.client;

import dev.jubelet.cluster.access.AccessFailure;
import dev.jubelet.cluster.access.ClientIdentity;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonStream;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An API server over HTTP. Several of these with a pace of their own may share connections. */
public final class HttpApiServer implements ApiServer {
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final Duration LIST_DEADLINE = Duration.ofSeconds(30);

  /** Kubernetes sends a bookmark every minute. */
  private static final Duration QUIET_ALONE = Duration.ofSeconds(90);

  // A shared connection is probed; this is for what Java's client keeps open beside it.
  private static final Duration QUIET_SHARED = Duration.ofMinutes(3);

  private static final Duration REFUSAL = Duration.ofSeconds(5);
  private static final Duration WATCH_GRACE = Duration.ofSeconds(30);
  private static final Duration WATCH_LIFE = Duration.ofMinutes(60);

  private final ApiConnections connections;
  private final RequestRateLimiter pace;

  public HttpApiServer(ApiConnections connections, RequestRateLimiter pace) {
    this.connections = connections;
    this.pace = pace;
  }

  /** What to send. */
  private record Call(String method, String path, String contentType, Optional<Node.Fields> body) {
    static Call of(String method, String path, Node.Fields body) {
      return new Call(method, path, "application/json", Optional.of(body));
    }

    Duration deadline() {
      return method.equals("GET") && !Queries.value(path, "limit").isEmpty()
          ? LIST_DEADLINE
          : DEADLINE;
    }

    /** For people. */
    String name() {
      return method + " " + Queries.bare(path);
    }
  }

  @Override
  public <T> T get(String path, Function<JsonStream, T> reader) {
    return answer(new Call("GET", path, "", Optional.empty()), reader);
  }

  @Override
  public <T> T create(String path, Node.Fields object, Function<JsonStream, T> reader) {
    return answer(Call.of("POST", path, object), reader);
  }

  @Override
  public Node.Fields replace(String path, Node.Fields object) {
    return answer(Call.of("PUT", path, object), ObjectReader.TREE);
  }

  @Override
  public <T> T patch(String path, Node.Fields patch, Function<JsonStream, T> reader) {
    return answer(
        new Call("PATCH", path, "application/strategic-merge-patch+json", Optional.of(patch)),
        reader);
  }

  @Override
  public void delete(String path, Node.Fields options) {
    Metadata _ =
        answer(
            options.fields().isEmpty()
                ? new Call("DELETE", path, "", Optional.empty())
                : Call.of("DELETE", path, options),
            ObjectReader.METADATA);
  }

  @Override
  public Registration whenBack(Runnable task) {
    return connections.whenBack(task);
  }

  private <T> T answer(Call call, Function<JsonStream, T> reader) {
    try {
      pace.await();
      ClientIdentity.Shown shown;
      try (ApiConnections.Open open = connections.open()) {
        shown = open.shown();
        Answered<T> first = asked(call, open, reader);
        if (first.failure() == null || first.failure().code() != 401) {
          return first.orThrow();
        }
        if (!isRenewed(shown)) {
          throw first.failure();
        }
      }
      try (ApiConnections.Open open = connections.open()) {
        return asked(call, open, reader).orThrow();
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      throw ApiFailure.noAnswer(call.name() + " was interrupted");
    }
  }

  /** Credentials that were refused may have been renewed meanwhile. */
  private boolean isRenewed(ClientIdentity.Shown before) throws InterruptedException {
    try {
      ClientIdentity.Shown now = connections.identity().refreshed();
      return now.version() != before.version()
          || !now.authorization().equals(before.authorization());
    } catch (AccessFailure noneBetter) {
      return false;
    }
  }

  /** Either what the server answered, or how it refused. */
  private record Answered<T>(@Nullable T value, @Nullable ApiFailure failure) {
    T orThrow() {
      if (failure != null) {
        throw failure;
      }
      return Objects.requireNonNull(value);
    }
  }

  private <T> Answered<T> asked(Call call, ApiConnections.Open open, Function<JsonStream, T> reader)
      throws InterruptedException {
    HttpRequest.BodyPublisher body =
        call.body()
            .map(object ->
                HttpRequest.BodyPublishers.ofString(
                    JsonWriter.compact(object), StandardCharsets.UTF_8))
            .orElseGet(HttpRequest.BodyPublishers::noBody);
    HttpRequest.Builder request = request(open, call.path()).method(call.method(), body);
    if (!call.contentType().isEmpty()) {
      request.header("Content-Type", call.contentType());
    }
    if (connections.identity().access().compression()) {
      request.header("Accept-Encoding", "gzip");
    }
    long begun = System.nanoTime();
    HttpResponse<InputStream> answer =
        sent(
            open,
            call.name(),
            request.build(),
            HttpResponse.BodyHandlers.ofInputStream(),
            call.deadline());
    Duration left = call.deadline().minusNanos(System.nanoTime() - begun);
    try {
      return answer.statusCode() / 100 == 2
          ? new Answered<>(connections.bodies().read(call.name(), answer, reader, left), null)
          : new Answered<>(null, refusal(call.name(), answer, left));
    } catch (IOException broken) {
      connections.suspect(open.connection());
      throw connections.unanswered(broken);
    }
  }

  /** Whoever does not explain in JSON why it refuses is not an API server; the code says enough. */
  private ApiFailure refusal(String name, HttpResponse<InputStream> answer, Duration left)
      throws InterruptedException {
    Node.Fields status = JsonObject.EMPTY;
    try {
      status = connections.bodies().read(name, answer, ObjectReader.TREE, left);
    } catch (IOException | ApiFailure untold) {
      // The code says enough.
    }
    return ResponseBodies.failure(name, answer.statusCode(), answer.headers(), status);
  }

  private static HttpRequest.Builder request(ApiConnections.Open open, String path) {
    HttpRequest.Builder request =
        open.connection().request(path).header("Accept", "application/json");
    open.shown().authorization().ifPresent(value -> request.header("Authorization", value));
    return request;
  }

  private <T> HttpResponse<T> sent(
      ApiConnections.Open open,
      String name,
      HttpRequest request,
      HttpResponse.BodyHandler<T> handler,
      Duration deadline)
      throws InterruptedException {
    CompletableFuture<HttpResponse<T>> future = open.connection().send(request, handler);
    try {
      HttpResponse<T> answer = future.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
      connections.answered(open.connection(), answer.statusCode());
      return answer;
    } catch (TimeoutException late) {
      future.cancel(true);
      connections.suspect(open.connection());
      throw ApiFailure.noAnswer("%s: no answer within %d s".formatted(name, deadline.toSeconds()));
    } catch (ExecutionException failed) {
      connections.suspect(open.connection());
      throw connections.unanswered(
          failed.getCause() instanceof IOException known
              ? known
              : new IOException(String.valueOf(failed.getCause())));
    } catch (InterruptedException closing) {
      future.cancel(true);
      throw closing;
    }
  }

  @Override
  public <T> WatchStream<T> watch(String path, ObjectReader<T> reader) {
    String name = "WATCH " + Queries.bare(path);
    try {
      pace.await();
      ApiConnections.Open open = connections.openWatch();
      boolean begun = false;
      try {
        HttpResponse<InputStream> answer =
            sent(
                open,
                name,
                request(open, path).GET().build(),
                HttpResponse.BodyHandlers.ofInputStream(),
                LIST_DEADLINE);
        if (answer.statusCode() != 200) {
          throw refused(name, answer);
        }
        WatchStream<T> watch = watch(name, path, open, answer.body(), reader);
        begun = true;
        return watch;
      } finally {
        if (!begun) {
          open.close();
        }
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      throw ApiFailure.noAnswer(name + " was interrupted");
    }
  }

  private <T> WatchStream<T> watch(
      String name,
      String path,
      ApiConnections.Open open,
      InputStream events,
      ObjectReader<T> reader) {
    Connection connection = open.connection();
    String seconds = Queries.value(path, "timeoutSeconds");
    Duration life =
        seconds.matches("[0-9]{1,6}")
            ? Duration.ofSeconds(Long.parseLong(seconds)).plus(WATCH_GRACE)
            : WATCH_LIFE;
    HttpWatch<T> watch =
        new HttpWatch<>(
            name,
            new WatchEvents<>(name, events, reader, connections.bodies()),
            () -> {
              connection.heardAt(connections.now());
              return connections.now();
            },
            connection.multiplexed() ? QUIET_SHARED : QUIET_ALONE,
            life,
            closed -> {
              if (connection.watches().remove(closed)) {
                open.close();
              }
            });
    connection.watches().add(watch);
    if (connection.retired()) {
      watch.close();
    }
    return watch;
  }

  /** The body of a refusal is small, and the server sends it at once or is not worth hearing. */
  private ApiFailure refused(String name, HttpResponse<InputStream> answer)
      throws InterruptedException {
    if (answer.statusCode() == 401) {
      try {
        connections.identity().refreshed();
      } catch (AccessFailure noneBetter) {
        // The refusal is told below.
      }
    }
    return refusal(name, answer, REFUSAL);
  }
}

package dev.jubelet.cluster.client;

import dev.jubelet.cluster.access.AccessFailure;
import dev.jubelet.cluster.access.ClientIdentity;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An API server over HTTP. Several of these with a pace of their own may share connections. */
public final class HttpApiServer implements ApiServer {
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final Duration LIST_DEADLINE = Duration.ofSeconds(30);

  /** Kubernetes sends a bookmark every minute. */
  private static final Duration QUIET_ALONE = Duration.ofSeconds(90);

  // A shared connection is probed; this is for what Java's client keeps open beside it.
  private static final Duration QUIET_SHARED = Duration.ofMinutes(3);

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
  public Node.Fields get(String path) {
    return object(new Call("GET", path, "", Optional.empty()));
  }

  @Override
  public Node.Fields create(String path, Node.Fields object) {
    return object(Call.of("POST", path, object));
  }

  @Override
  public Node.Fields replace(String path, Node.Fields object) {
    return object(Call.of("PUT", path, object));
  }

  @Override
  public Node.Fields patch(String path, Node.Fields patch) {
    return object(
        new Call("PATCH", path, "application/strategic-merge-patch+json", Optional.of(patch)));
  }

  @Override
  public void delete(String path, Node.Fields options) {
    HttpResponse<byte[]> _ =
        answer(
            options.fields().isEmpty()
                ? new Call("DELETE", path, "", Optional.empty())
                : Call.of("DELETE", path, options));
  }

  @Override
  public Registration whenBack(Runnable task) {
    return connections.whenBack(task);
  }

  private Node.Fields object(Call call) {
    HttpResponse<byte[]> answer = answer(call);
    return ResponseBodies.object(call.path(), answer.headers(), answer.body());
  }

  private HttpResponse<byte[]> answer(Call call) {
    try {
      pace.await();
      HttpResponse<byte[]> answer;
      ClientIdentity.Shown shown;
      try (ApiConnections.Open open = connections.open()) {
        shown = open.shown();
        answer = asked(call, open);
      }
      if (answer.statusCode() == 401) {
        answer = askedAgain(call, shown, answer);
      }
      if (answer.statusCode() / 100 != 2) {
        throw ResponseBodies.failure(
            call.name(), answer.statusCode(), answer.headers(), answer.body());
      }
      return answer;
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      throw ApiFailure.noAnswer(call.name() + " was interrupted");
    }
  }

  /** Credentials that were refused may have been renewed meanwhile. */
  private HttpResponse<byte[]> askedAgain(
      Call call, ClientIdentity.Shown before, HttpResponse<byte[]> answer)
      throws InterruptedException {
    try {
      ClientIdentity.Shown now = connections.identity().refreshed();
      boolean same =
          now.version() == before.version() && now.authorization().equals(before.authorization());
      if (same) {
        return answer;
      }
      try (ApiConnections.Open open = connections.open()) {
        return asked(call, open);
      }
    } catch (AccessFailure noneBetter) {
      return answer;
    }
  }

  private HttpResponse<byte[]> asked(Call call, ApiConnections.Open open)
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
    return sent(
        open,
        call.name(),
        request.build(),
        HttpResponse.BodyHandlers.limiting(
            HttpResponse.BodyHandlers.ofByteArray(), ResponseBodies.BYTES_MAX),
        call.deadline());
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
  public WatchStream watch(String path) {
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
        WatchStream watch = watch(name, path, open, answer.body());
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

  private WatchStream watch(
      String name, String path, ApiConnections.Open open, InputStream events) {
    Connection connection = open.connection();
    String seconds = Queries.value(path, "timeoutSeconds");
    Duration life =
        seconds.matches("[0-9]{1,6}")
            ? Duration.ofSeconds(Long.parseLong(seconds)).plus(WATCH_GRACE)
            : WATCH_LIFE;
    HttpWatch watch =
        new HttpWatch(
            name,
            events,
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
    CompletableFuture<byte[]> body = new CompletableFuture<>();
    var _ =
        Thread.ofVirtual()
            .name("refusal of a watch")
            .start(() -> {
              try (InputStream in = answer.body()) {
                body.complete(in.readNBytes(64 << 10));
              } catch (IOException broken) {
                body.complete(new byte[0]);
              }
            });
    byte[] read = new byte[0];
    try {
      read = body.get(5, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException untold) {
      try {
        answer.body().close();
      } catch (IOException alreadyBroken) {
        // The code says enough.
      }
    }
    return ResponseBodies.failure(name, answer.statusCode(), answer.headers(), read);
  }
}

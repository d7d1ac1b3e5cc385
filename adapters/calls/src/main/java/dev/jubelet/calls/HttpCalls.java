package dev.jubelet.calls;

import dev.jubelet.model.container.handler.HttpHeader;
import dev.jubelet.model.container.handler.HttpTarget;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NetworkCalls.HttpReply;
import dev.jubelet.ports.OutsideFailure;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * GET over HTTP/1.1 on plain sockets. The JDK's client would do, if it let a Host header be set,
 * had a deadline over the body, and did not keep threads and connections for the next call: a probe
 * needs little of what it has.
 */
final class HttpCalls {
  /** Kubernetes: the tenth redirect is one too many. */
  private static final int REQUESTS_MAX = 10;

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  HttpReply get(HttpTarget call, Duration timeout) {
    CallDeadline deadline = CallDeadline.after(timeout);
    HttpEndpoint first = HttpEndpoint.of(call.scheme(), call.host(), call.port(), call.path());
    HttpEndpoint place = first;
    String host =
        call.headers().stream()
            .filter(header -> header.name().equalsIgnoreCase("Host"))
            .map(HttpHeader::value)
            .filter(value -> !value.isEmpty())
            .findFirst()
            .orElse("");
    for (int requests = 1; ; requests++) {
      String location = "";
      try (Exchange exchange = Exchange.open(place, deadline)) {
        HttpGetResponse answer =
            exchange.ask(host.isEmpty() ? place.authority() : host, call.headers());
        location = REDIRECTS.contains(answer.status()) ? answer.header("Location") : "";
        Optional<HttpEndpoint> next = next(place, location);
        boolean away = next.isPresent() && !next.get().host().equals(first.host());
        if (next.isEmpty() || away) {
          return new HttpReply(answer.status(), exchange.body(answer), away);
        }
        if (requests == REQUESTS_MAX) {
          throw new OutsideFailure(
              FailureKind.UNAVAILABLE,
              said(next.get(), "stopped after " + REQUESTS_MAX + " redirects"));
        }
        // A Host that somebody chose stays with whoever was asked, as long as only paths change.
        host = HttpEndpoint.isRelative(location) ? host : "";
        place = next.get();
      } catch (IOException failure) {
        throw failure(place, deadline, failure);
      }
    }
  }

  private static Optional<HttpEndpoint> next(HttpEndpoint place, String location) {
    if (location.isEmpty()) {
      return Optional.empty();
    }
    Optional<HttpEndpoint> next = place.redirected(location);
    if (next.isEmpty()) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE, said(place, "the redirect does not lead to an HTTP address"));
    }
    return next;
  }

  private static String said(HttpEndpoint place, String what) {
    return "Get \"" + place + "\": " + what;
  }

  private static OutsideFailure failure(
      HttpEndpoint place, CallDeadline deadline, IOException failure) {
    if (failure instanceof StageException broken && !broken.dialing) {
      String why =
          deadline.passed()
              ? "context deadline exceeded (Client.Timeout or context cancellation while reading"
                  + " body)"
              : NetworkErrors.spoken(broken.reason);
      return new OutsideFailure(FailureKind.INTERNAL, why, failure);
    }
    if (deadline.passed() || failure instanceof SocketTimeoutException) {
      return new OutsideFailure(
          FailureKind.TIMED_OUT,
          said(place, "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"),
          failure);
    }
    return new OutsideFailure(
        FailureKind.UNAVAILABLE,
        said(
            place,
            failure instanceof StageException dial
                ? NetworkErrors.dialing(place.host(), place.port(), dial.reason).text()
                : NetworkErrors.spoken(failure)),
        failure);
  }

  /** Nobody took the connection, or the head of the answer came and the rest did not. */
  private static final class StageException extends IOException {
    private static final long serialVersionUID = 1L;
    private final boolean dialing;
    private final transient IOException reason;

    StageException(boolean dialing, IOException reason) {
      super(reason);
      this.dialing = dialing;
      this.reason = reason;
    }
  }

  /** One connection for one request. */
  private record Exchange(
      Socket plain, Socket socket, HttpEndpoint place, SocketTimeout socketTimeout)
      implements AutoCloseable {

    static Exchange open(HttpEndpoint place, CallDeadline deadline) throws IOException {
      Socket plain;
      try {
        plain = Dialer.dial(place.host(), place.port(), deadline);
      } catch (SocketTimeoutException slow) {
        throw slow;
      } catch (IOException failure) {
        throw new StageException(true, failure);
      }
      SocketTimeout socketTimeout = null;
      try {
        socketTimeout = SocketTimeout.over(plain, deadline.left());
        Socket socket =
            place.scheme().equals("https")
                ? InsecureTls.over(plain, place.host(), place.port())
                : plain;
        return new Exchange(plain, socket, place, socketTimeout);
      } catch (IOException | RuntimeException failure) {
        if (socketTimeout != null) {
          socketTimeout.close();
        }
        plain.close();
        throw failure;
      }
    }

    HttpGetResponse ask(String host, List<HttpHeader> headers) throws IOException {
      socket.getOutputStream().write(HttpRequest.bytes(place, host, headers));
      socket.getOutputStream().flush();
      return HttpGetResponse.read(new BufferedInputStream(socket.getInputStream(), 2048));
    }

    String body(HttpGetResponse answer) throws StageException {
      try {
        return answer.body();
      } catch (IOException failure) {
        throw new StageException(false, failure);
      }
    }

    /** The plain socket goes first: TLS would take its leave of a peer that may not listen. */
    @Override
    public void close() throws IOException {
      socketTimeout.close();
      plain.close();
    }
  }
}

package dev.jubelet.testkit;

import dev.jubelet.model.container.handler.HttpTarget;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NetworkCalls;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A network on which somebody listens at the places that a test names; elsewhere a connection is
 * refused.
 */
public final class FakeNetwork implements NetworkCalls {
  private final Outside outside;
  private final Map<String, Answer> answers = new LinkedHashMap<>();

  /**
   * How one place answers.
   *
   * @param status of a GET; a gRPC service serves when it is 200
   * @param took when it is longer than the caller waits, the call times out
   */
  public record Answer(int status, String body, Duration took) {
    public static final Answer OK = new Answer(200, "ok", Duration.ZERO);
  }

  public FakeNetwork(Outside outside) {
    this.outside = outside;
  }

  /** From now on there is an answer at this place. */
  public synchronized void listen(String host, int port, Answer answer) {
    answers.put(host + ":" + port, answer);
  }

  public synchronized void silence(String host, int port) {
    answers.remove(host + ":" + port);
  }

  @Override
  public HttpReply get(HttpTarget call, Duration timeout) {
    Answer answer = answer(call.host(), call.port(), timeout);
    return new HttpReply(answer.status(), answer.body(), false);
  }

  @Override
  public void connect(String host, int port, Duration timeout) {
    answer(host, port, timeout);
  }

  @Override
  public Health health(String host, int port, String service, Duration timeout) {
    return answer(host, port, timeout).status() == 200 ? Health.SERVING : Health.NOT_SERVING;
  }

  private Answer answer(String host, int port, Duration timeout) {
    return outside.call(
        new OutsideCall(Operation.NETWORK_CALL, null, host + ":" + port),
        () -> {
          Answer answer;
          synchronized (this) {
            answer = answers.get(host + ":" + port);
          }
          if (answer == null) {
            throw new OutsideFailure(
                FailureKind.UNAVAILABLE,
                "dial tcp " + host + ":" + port + ": connect: connection refused");
          }
          if (answer.took().compareTo(timeout) > 0) {
            outside.spend(timeout);
            throw new OutsideFailure(
                FailureKind.TIMED_OUT, "no answer from " + host + ":" + port + " in " + timeout);
          }
          outside.spend(answer.took());
          return answer;
        });
  }
}

package dev.jubelet.ports;

import dev.jubelet.model.container.handler.HttpTarget;
import java.time.Duration;

/**
 * Short calls over the network to what runs in a pod, for probes and hooks. A call that gets no
 * answer in time, or none at all, is an {@link OutsideFailure} whose text tells people why.
 */
public interface NetworkCalls {
  /**
   * One GET. A redirect to the same host is followed, one to another host is not and is told. Never
   * checks certificates, never uses a proxy; the body is cut at 10 KiB. An answer that begins and
   * breaks off, or does not come to its end in time, is a failure of the kind {@link
   * FailureKind#INTERNAL}: somebody is there.
   */
  HttpReply get(HttpTarget target, Duration timeout);

  /** Opens a connection and closes it. */
  void connect(String host, int port, Duration timeout);

  /** The gRPC health protocol: what the server says of one of its services. */
  Health health(String host, int port, String service, Duration timeout);

  /** The names of the gRPC health protocol. */
  enum Health {
    UNKNOWN,
    SERVING,
    NOT_SERVING,
    SERVICE_UNKNOWN
  }

  /**
   * @param redirectedAway the answer was a redirect to another host, which was not followed
   */
  record HttpReply(int status, String body, boolean redirectedAway) {}
}

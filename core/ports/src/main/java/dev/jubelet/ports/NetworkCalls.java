package dev.jubelet.ports;

import java.time.Duration;
import java.util.List;

/**
 * Short calls over the network to what runs in a pod, for probes and hooks. A call that gets no
 * answer in time, or none at all, is an {@link OutsideFailure} whose text tells people why.
 */
public interface NetworkCalls {
  /**
   * One GET. A redirect to the same host is followed, one to another host is not and is told. Never
   * checks certificates, never uses a proxy; the body is cut at 10 KiB.
   */
  HttpReply get(HttpCall call, Duration timeout);

  /** Opens a connection and closes it. */
  void connect(String host, int port, Duration timeout);

  /** The gRPC health protocol. True when the service says that it serves. */
  boolean serves(String host, int port, String service, Duration timeout);

  /**
   * @param scheme {@code http} or {@code https}
   * @param path with query, as the manifest has it
   */
  record HttpCall(String scheme, String host, int port, String path, List<Header> headers) {
    public HttpCall {
      headers = List.copyOf(headers);
    }
  }

  record Header(String name, String value) {}

  /**
   * @param redirectedAway the answer was a redirect to another host, which was not followed
   */
  record HttpReply(int status, String body, boolean redirectedAway) {}
}

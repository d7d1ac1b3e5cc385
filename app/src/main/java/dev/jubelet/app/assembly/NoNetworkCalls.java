package dev.jubelet.app.assembly;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NetworkCalls;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;

/** A node that cannot call anybody. */
final class NoNetworkCalls implements NetworkCalls {
  @Override
  public HttpReply get(HttpCall call, Duration timeout) {
    throw none();
  }

  @Override
  public void connect(String host, int port, Duration timeout) {
    throw none();
  }

  @Override
  public boolean serves(String host, int port, String service, Duration timeout) {
    throw none();
  }

  private static OutsideFailure none() {
    return new OutsideFailure(FailureKind.UNIMPLEMENTED, "no calls from this node");
  }
}

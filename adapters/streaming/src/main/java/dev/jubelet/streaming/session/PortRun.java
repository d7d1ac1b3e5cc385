package dev.jubelet.streaming.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.ports.stream.Flow;
import dev.jubelet.ports.stream.StreamSession;
import java.io.IOException;

/** One forwarded connection. */
final class PortRun {
  private PortRun() {}

  /** Blocks until it is over; tells the client what went wrong, if anything did. */
  static void carry(StreamSession.Ports session, int port, Flow data, Flow error) {
    try {
      session.forwarder().forward(port, data);
      data.output().close();
      error.output().close();
      data.input().close();
    } catch (IOException | RuntimeException e) {
      fail(session, port, data, error, e);
    } catch (InterruptedException e) {
      // The client has gone, and both flows with it.
      data.reset();
      error.reset();
    }
  }

  private static void fail(
      StreamSession.Ports session, int port, Flow data, Flow error, Exception why) {
    String message =
        "error forwarding port " + port + " to " + session.subject() + ": " + why.getMessage();
    try {
      error.output().write(message.getBytes(UTF_8));
      error.output().close();
    } catch (IOException e) {
      why.addSuppressed(e);
    }
    data.reset();
    error.reset();
  }
}

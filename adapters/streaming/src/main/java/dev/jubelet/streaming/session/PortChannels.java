package dev.jubelet.streaming.session;

import dev.jubelet.ports.stream.Flow;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.websocket.ChannelConnection;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Port-forward over WebSocket channels: one connection for each port, all made at once. Channel 2n
 * carries the data of the nth port, channel 2n+1 its errors; both begin with the port, low byte
 * first.
 */
final class PortChannels {
  private PortChannels() {}

  static void start(ChannelConnection connection, StreamSession.Ports session) {
    List<Integer> ports = session.ports();
    AtomicInteger open = new AtomicInteger(ports.size());
    for (int i = 0; i < ports.size(); i++) {
      int port = ports.get(i);
      Flow data = connection.flow(2 * i);
      Flow error = connection.flow(2 * i + 1);
      Thread thread =
          Thread.ofVirtual()
              .name("port-forward")
              .unstarted(() -> {
                serve(session, port, data, error);
                if (open.decrementAndGet() == 0) {
                  connection.leave();
                }
              });
      connection.whenGone(thread::interrupt);
      thread.start();
    }
  }

  private static void serve(StreamSession.Ports session, int port, Flow data, Flow error) {
    byte[] name = {(byte) port, (byte) (port >> 8)};
    try {
      data.output().write(name);
      error.output().write(name);
    } catch (IOException e) {
      // The client has gone before anything began.
      return;
    }
    PortRun.carry(session, port, data, error);
  }
}

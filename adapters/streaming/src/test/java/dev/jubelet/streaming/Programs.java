package dev.jubelet.streaming;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.ports.stream.CommandEnd;
import dev.jubelet.ports.stream.Flow;
import dev.jubelet.ports.stream.PortForwarder;
import dev.jubelet.ports.stream.ProcessStreams;
import dev.jubelet.ports.stream.RemoteCommand;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.ports.stream.TerminalSize;
import dev.jubelet.streaming.session.StreamEndpoint;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Processes and ports that behave, behind an endpoint; the path says which. */
public final class Programs {
  private final StreamEndpoint endpoint;
  private final AtomicInteger running = new AtomicInteger();

  public Programs(StreamLimits limits) {
    endpoint = new StreamEndpoint(limits);
  }

  /** Programs that were started and have not ended. */
  public int running() {
    return running.get();
  }

  public void serve(Channel client, HttpRequest request) {
    QueryStringDecoder query = new QueryStringDecoder(request.uri());
    if (query.path().startsWith("/portForward")) {
      List<Integer> ports = StreamUpgrade.ports(request, query.parameters());
      endpoint.serve(
          client, request, new StreamSession.Ports(ports, "pod", counted(Programs::connect)));
      return;
    }
    StreamOptions options = StreamUpgrade.options(query.parameters());
    endpoint.serve(
        client,
        request,
        new StreamSession.Command(options, counted(program(query.path(), query.parameters()))));
  }

  private RemoteCommand counted(RemoteCommand command) {
    return streams -> {
      running.incrementAndGet();
      try {
        return command.run(streams);
      } finally {
        running.decrementAndGet();
      }
    };
  }

  private PortForwarder counted(PortForwarder forwarder) {
    return (port, flow) -> {
      running.incrementAndGet();
      try {
        forwarder.forward(port, flow);
      } finally {
        running.decrementAndGet();
      }
    };
  }

  private static RemoteCommand program(String path, Map<String, List<String>> query) {
    return switch (path) {
      case "/cat" -> Programs::cat;
      case "/greet" -> Programs::greet;
      case "/sizes" -> Programs::sizes;
      case "/lastSize" -> Programs::lastSize;
      case "/yes" -> Programs::yes;
      case "/deaf" -> Programs::deaf;
      case "/head" -> Programs::head;
      case "/fail" ->
          streams -> {
            throw new IOException("no such program");
          };
      case "/exit" ->
          streams ->
              new CommandEnd.Exited(
                  Integer.parseInt(query.getOrDefault("code", List.of("0")).getFirst()));
      default -> throw new IllegalArgumentException(path);
    };
  }

  private static CommandEnd cat(ProcessStreams streams) throws IOException {
    streams.stdin().transferTo(streams.stdout());
    return new CommandEnd.Exited(0);
  }

  private static CommandEnd greet(ProcessStreams streams) throws IOException {
    streams.stdout().write("to stdout\n".getBytes(UTF_8));
    streams.stderr().write("to stderr\n".getBytes(UTF_8));
    return new CommandEnd.Exited(0);
  }

  private static CommandEnd sizes(ProcessStreams streams) throws IOException, InterruptedException {
    while (true) {
      Optional<TerminalSize> size = streams.sizes().next();
      if (size.isEmpty()) {
        return new CommandEnd.Exited(0);
      }
      String line = size.get().width() + "x" + size.get().height() + "\n";
      streams.stdout().write(line.getBytes(UTF_8));
    }
  }

  /** Sizes that come in a row may be told as one; the last one is always told. */
  private static CommandEnd lastSize(ProcessStreams streams)
      throws IOException, InterruptedException {
    while (true) {
      Optional<TerminalSize> size = streams.sizes().next();
      if (size.isEmpty() || size.get().equals(new TerminalSize(100, 30))) {
        streams.stdout().write((size.isEmpty() ? "none\n" : "100x30\n").getBytes(UTF_8));
        return new CommandEnd.Exited(0);
      }
    }
  }

  private static CommandEnd yes(ProcessStreams streams) throws IOException {
    byte[] lines = "y\n".repeat(8000).getBytes(UTF_8);
    while (true) {
      streams.stdout().write(lines);
    }
  }

  /** Reads and writes nothing until its client has gone. */
  private static CommandEnd deaf(ProcessStreams streams) throws InterruptedException {
    CountDownLatch gone = new CountDownLatch(1);
    streams.whenGone(gone::countDown);
    gone.await();
    return new CommandEnd.Exited(137);
  }

  /** Takes one byte, and leaves the rest unread. */
  private static CommandEnd head(ProcessStreams streams) throws IOException {
    streams.stdout().write(streams.stdin().readNBytes(1));
    return new CommandEnd.Exited(3);
  }

  private static void connect(int port, Flow client) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      Thread up =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  client.input().transferTo(socket.getOutputStream());
                  socket.shutdownOutput();
                } catch (IOException e) {
                  closeQuietly(socket);
                }
              });
      socket.getInputStream().transferTo(client.output());
      up.interrupt();
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

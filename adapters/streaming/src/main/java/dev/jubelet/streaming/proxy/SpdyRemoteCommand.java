package dev.jubelet.streaming.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.ports.stream.CommandEnd;
import dev.jubelet.ports.stream.ProcessStreams;
import dev.jubelet.ports.stream.RemoteCommand;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.TerminalSize;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.Subprotocols;
import dev.jubelet.streaming.session.StatusText;
import dev.jubelet.streaming.spdy.SpdyStream;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A process in a runtime that speaks SPDY, for a client that does not. */
public final class SpdyRemoteCommand implements RemoteCommand {
  private static final int MOST_STATUS = 64 << 10;

  private final Channel client;
  private final HttpRequest request;
  private final URI address;
  private final StreamOptions options;
  private final StreamLimits limits;

  public SpdyRemoteCommand(
      Channel client,
      HttpRequest request,
      URI address,
      StreamOptions options,
      StreamLimits limits) {
    this.client = client;
    this.request = request;
    this.address = address;
    this.options = options;
    this.limits = limits;
  }

  @Override
  public CommandEnd run(ProcessStreams streams) throws IOException, InterruptedException {
    RuntimeAddress place = RuntimeAddress.of(address);
    SpdyRuntime runtime =
        SpdyRuntime.connect(
            client.eventLoop(),
            place,
            UpgradeRequest.inSpdy(
                request, place, client.remoteAddress(), Subprotocols.SPDY_COMMANDS),
            limits);
    List<Thread> pumps = new ArrayList<>();
    try {
      streams.whenGone(() -> runtime.connection().abort(new IOException("the client has gone")));
      return converse(runtime, streams, pumps);
    } finally {
      pumps.forEach(Thread::interrupt);
      runtime.connection().leave();
    }
  }

  private CommandEnd converse(SpdyRuntime runtime, ProcessStreams streams, List<Thread> pumps)
      throws IOException, InterruptedException {
    // All streams before any data: the runtime reads none of it until it has them all.
    SpdyStream error = open(runtime, "error");
    Optional<SpdyStream> stdin = open(runtime, "stdin", options.stdin());
    Optional<SpdyStream> stdout = open(runtime, "stdout", options.stdout());
    Optional<SpdyStream> stderr = open(runtime, "stderr", options.stderr());
    Optional<SpdyStream> resize =
        open(runtime, "resize", options.tty() && Subprotocols.resizes(runtime.protocol()));
    stdin.ifPresent(to -> pumps.add(start("stdin", () -> ProxyPump.copy(streams.stdin(), to))));
    resize.ifPresent(to -> pumps.add(start("resize", () -> tellSizes(streams, to))));
    ProxyPump out = new ProxyPump();
    ProxyPump err = new ProxyPump();
    stdout.ifPresent(
        from -> pumps.add(start("stdout", () -> out.run(from.input(), streams.stdout()))));
    stderr.ifPresent(
        from -> pumps.add(start("stderr", () -> err.run(from.input(), streams.stderr()))));
    CommandEnd end = end(runtime, error);
    if (stdout.isPresent()) {
      out.await();
    }
    if (stderr.isPresent()) {
      err.await();
    }
    return end;
  }

  /** A connection that breaks before the status was told is a failure, whatever came before. */
  private static CommandEnd end(SpdyRuntime runtime, SpdyStream error) throws IOException {
    byte[] status;
    try {
      status = error.input().readNBytes(MOST_STATUS);
    } catch (IOException e) {
      throw new IOException("the runtime did not say how the command ended: " + e.getMessage(), e);
    }
    return runtime.protocol().equals(Subprotocols.V4) && status.length > 0
        ? StatusText.read(status)
        : StatusText.readPlain(status);
  }

  private static SpdyStream open(SpdyRuntime runtime, String type)
      throws IOException, InterruptedException {
    return runtime.connection().open(Map.of("streamtype", type));
  }

  private static Optional<SpdyStream> open(SpdyRuntime runtime, String type, boolean asked)
      throws IOException, InterruptedException {
    return asked ? Optional.of(open(runtime, type)) : Optional.empty();
  }

  private static Thread start(String name, Runnable work) {
    return Thread.ofVirtual().name(name).start(work);
  }

  private static void tellSizes(ProcessStreams streams, SpdyStream to) {
    try {
      while (true) {
        Optional<TerminalSize> size = streams.sizes().next();
        if (size.isEmpty()) {
          to.output().close();
          return;
        }
        String event =
            "{\"Width\":" + size.get().width() + ",\"Height\":" + size.get().height() + "}\n";
        to.output().write(event.getBytes(UTF_8));
      }
    } catch (IOException | InterruptedException e) {
      // The command has ended, or its client has gone: nobody wants to know the size.
      to.reset();
    }
  }
}

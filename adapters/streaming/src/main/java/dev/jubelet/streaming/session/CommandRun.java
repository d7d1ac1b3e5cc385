package dev.jubelet.streaming.session;

import dev.jubelet.ports.stream.CommandEnd;
import dev.jubelet.ports.stream.Flow;
import dev.jubelet.ports.stream.ProcessStreams;
import dev.jubelet.ports.stream.RemoteCommand;
import dev.jubelet.ports.stream.TerminalSizes;
import dev.jubelet.streaming.flow.FlowConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** One exec or attach, from the moment that all its flows are there. */
final class CommandRun implements ProcessStreams {
  /** Those that the client did not ask for are null. */
  record Flows(
      Flow error,
      @Nullable Flow stdin,
      @Nullable Flow stdout,
      @Nullable Flow stderr,
      @Nullable Flow resize) {}

  private final FlowConnection connection;
  private final Flows flows;
  private final boolean json;
  private final RemoteCommand command;
  private final LatestSize sizes = new LatestSize();

  private CommandRun(FlowConnection connection, Flows flows, boolean json, RemoteCommand command) {
    this.connection = connection;
    this.flows = flows;
    this.json = json;
    this.command = command;
  }

  /**
   * @param json whether the client wants to hear the end as a Status object
   */
  static void start(FlowConnection connection, Flows flows, boolean json, RemoteCommand command) {
    CommandRun run = new CommandRun(connection, flows, json, command);
    if (flows.resize() == null) {
      run.sizes.end();
    } else {
      InputStream events = flows.resize().input();
      Thread.ofVirtual().name("resize").start(() -> run.sizes.follow(events));
    }
    Thread thread = Thread.ofVirtual().name("command").unstarted(run::run);
    connection.whenGone(thread::interrupt);
    thread.start();
  }

  private void run() {
    CommandEnd end;
    try {
      end = command.run(this);
    } catch (IOException | RuntimeException e) {
      end = new CommandEnd.Failed("error executing command in container: " + e.getMessage());
    } catch (InterruptedException e) {
      end = new CommandEnd.Failed("interrupted");
    }
    try {
      if (connection.gone() == null) {
        tell(end);
      }
    } catch (IOException e) {
      // Nobody is there to be told.
      connection.abort(e);
    } finally {
      connection.leave();
    }
  }

  private void tell(CommandEnd end) throws IOException {
    stdout().close();
    stderr().close();
    OutputStream error = flows.error().output();
    error.write(json ? StatusText.json(end) : StatusText.plain(end));
    error.close();
  }

  @Override
  public InputStream stdin() {
    Flow flow = flows.stdin();
    return flow == null ? InputStream.nullInputStream() : flow.input();
  }

  @Override
  public OutputStream stdout() {
    return output(flows.stdout());
  }

  @Override
  public OutputStream stderr() {
    return output(flows.stderr());
  }

  private static OutputStream output(@Nullable Flow flow) {
    return flow == null ? OutputStream.nullOutputStream() : flow.output();
  }

  @Override
  public TerminalSizes sizes() {
    return sizes;
  }

  @Override
  public void whenGone(Runnable action) {
    connection.whenGone(action);
  }
}

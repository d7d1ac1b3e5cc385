package dev.jubelet.runtime.stream;

import dev.jubelet.linux.network.SeqpacketSocket;
import dev.jubelet.ports.stream.CommandEnd;
import dev.jubelet.ports.stream.ProcessStreams;
import dev.jubelet.ports.stream.RemoteCommand;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.runtime.stream.ReachableContainers.Running;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Joins the first process of a container, through its conmon, until one of the two goes.
 *
 * @param container looked up when the client has come, which may be a minute later
 */
record AttachCommand(Supplier<Running> container, StreamOptions options) implements RemoteCommand {
  @Override
  public CommandEnd run(ProcessStreams client) throws IOException, InterruptedException {
    Running joined = container.get();
    try (SeqpacketSocket socket = SeqpacketSocket.connect(joined.attach())) {
      ConmonStreams streams = new ConmonStreams(socket, joined.control(), client);
      Thread out = StreamPump.start("attach", streams::show);
      if (options.stdin() && joined.stdin()) {
        StreamPump.start("attach stdin", streams::type);
      }
      Thread sizes = Thread.ofVirtual().name("attach size").start(streams::resize);
      try {
        // conmon closes the socket when the container ends.
        out.join();
      } finally {
        sizes.interrupt();
      }
      return new CommandEnd.Exited(0);
    }
  }
}

package dev.jubelet.runtime.stream;

import dev.jubelet.linux.network.SeqpacketSocket;
import dev.jubelet.ports.stream.CommandEnd;
import dev.jubelet.ports.stream.ProcessStreams;
import dev.jubelet.ports.stream.RemoteCommand;
import dev.jubelet.runtime.stream.ReachableContainers.Running;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * A command with a terminal. When the client goes, all of it is killed.
 *
 * @param container looked up when the client has come, which may be a minute later
 */
record TerminalCommand(
    Supplier<Running> container,
    List<String> command,
    boolean stdin,
    Path conmon,
    ExecSessions sessions)
    implements RemoteCommand {
  @Override
  public CommandEnd run(ProcessStreams client) throws IOException, InterruptedException {
    try (ConmonExec exec = ConmonExec.prepare(conmon, container.get(), command, sessions)) {
      exec.awaitReady();
      // Joined before it begins, so that its first words are not lost.
      try (SeqpacketSocket socket = SeqpacketSocket.connect(exec.attach())) {
        return talk(exec, new ConmonStreams(socket, exec.control(), client));
      }
    }
  }

  private CommandEnd talk(ConmonExec exec, ConmonStreams streams)
      throws IOException, InterruptedException {
    Thread out = StreamPump.start("exec terminal", streams::show);
    exec.begin();
    if (stdin) {
      StreamPump.start("exec typing", streams::type);
    }
    Thread sizes = Thread.ofVirtual().name("exec size").start(streams::resize);
    try {
      int code = exec.awaitEnd();
      out.join();
      return new CommandEnd.Exited(code);
    } finally {
      sizes.interrupt();
    }
  }
}

package dev.jubelet.runtime.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.stream.CommandEnd;
import dev.jubelet.ports.stream.ProcessStreams;
import dev.jubelet.ports.stream.RemoteCommand;
import dev.jubelet.runtime.stream.ReachableContainers.Running;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * A command that a client talks to through pipes. When the client goes, all of it is killed.
 *
 * @param container looked up when the client has come, which may be a minute later
 */
record ExecCommand(
    Supplier<Running> container,
    List<String> command,
    boolean stdin,
    ExecSessions sessions,
    MemoryBudget outputs)
    implements RemoteCommand {
  private static final int COMPLAINT_MAX = 4 * 1024;

  @Override
  public CommandEnd run(ProcessStreams streams) throws IOException, InterruptedException {
    try (MemoryBudget.Share memory = outputs.open();
        OciExec exec = OciExec.start(container.get(), command, stdin, sessions)) {
      BoundedOutput complaint = new BoundedOutput(COMPLAINT_MAX, memory);
      Thread out = StreamPump.drain("exec stdout", exec.stdout(), streams.stdout());
      Thread err = StreamPump.drain("exec stderr", exec.stderr(), streams.stderr(), complaint);
      if (stdin) {
        StreamPump.feed("exec stdin", streams.stdin(), exec.stdin());
      }
      try {
        exec.await();
        out.join();
        err.join();
      } catch (InterruptedException clientGone) {
        // Also when only its children are left.
        exec.kill();
        throw clientGone;
      }
      return new CommandEnd.Exited(
          exec.exitCode(() -> new String(complaint.bytes(COMPLAINT_MAX), UTF_8)));
    }
  }
}

package dev.jubelet.runtime.stream;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.runtime.ExecOutcome;
import dev.jubelet.ports.stream.RemoteCommand;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.runtime.stream.ReachableContainers.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Exec, attach, port-forward and logs of containers that conmon and an OCI runtime hold. */
public final class EmbeddedStreams implements ContainerStreams, AutoCloseable {
  private final ReachableContainers containers;
  private final ExecSessions sessions;
  private final Path conmon;
  private final MemoryBudget outputs;
  private final ExecSync execSync;

  /**
   * @param scratch a directory for what an exec needs while it runs; made when absent, and emptied
   *     of what earlier lives left, also of what still runs
   * @param conmon the program, which holds the terminals of commands
   * @param outputs the memory for what all commands print together, as far as it is kept
   */
  public EmbeddedStreams(
      ReachableContainers containers, Path scratch, Path conmon, MemoryBudget outputs) {
    this.containers = containers;
    this.sessions = new ExecSessions(scratch);
    this.conmon = conmon;
    this.outputs = outputs;
    this.execSync = new ExecSync(sessions, outputs);
  }

  @Override
  public ExecOutcome execSync(
      ContainerId id, List<String> command, Duration timeout, int outputMax) {
    requireCommand(command);
    return execSync.run(containers.container(id), command, timeout, outputMax);
  }

  @Override
  public StreamSession.Command exec(ContainerId id, List<String> command, StreamOptions options) {
    requireCommand(command);
    requireStream(options);
    containers.container(id);
    Supplier<Running> container = () -> containers.container(id);
    RemoteCommand remote =
        options.tty()
            ? new TerminalCommand(
                container, List.copyOf(command), options.stdin(), conmon, sessions)
            : new ExecCommand(container, List.copyOf(command), options.stdin(), sessions, outputs);
    return new StreamSession.Command(options, remote);
  }

  @Override
  public StreamSession.Command attach(ContainerId id, StreamOptions options) {
    requireStream(options);
    containers.container(id);
    return new StreamSession.Command(
        options, new AttachCommand(() -> containers.container(id), options));
  }

  @Override
  public StreamSession.Ports portForward(SandboxId id, List<Integer> ports) {
    containers.sandbox(id);
    return new StreamSession.Ports(
        ports, "sandbox " + id.value(), new PortConnection(() -> containers.sandbox(id)));
  }

  @Override
  public void reopenLog(ContainerId id) {
    ConmonControl.reopenLog(containers.container(id).control(), containers.log(id));
  }

  @Override
  public void checkpoint(ContainerId id, String location, Duration timeout) {
    throw new OutsideFailure(FailureKind.UNIMPLEMENTED, "containers cannot be checkpointed here");
  }

  /** Ends all execs. */
  @Override
  public void close() {
    sessions.close();
  }

  private static void requireCommand(List<String> command) {
    if (command.isEmpty()) {
      throw new OutsideFailure(FailureKind.BAD_SPEC, "exec: no command specified");
    }
  }

  private static void requireStream(StreamOptions options) {
    if (!options.stdin() && !options.stdout() && !options.stderr()) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "one of stdin, stdout and stderr must be asked for");
    }
    if (options.tty() && options.stderr()) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "a terminal has no stderr of its own: ask for tty or for stderr, not for both");
    }
  }
}

package dev.jubelet.ports.runtime;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamTarget;
import java.time.Duration;
import java.util.List;

/** Talking to what runs inside a container, and to its log. */
public interface ContainerStreams {
  /**
   * Runs a command to its end. The caller closes the outcome.
   *
   * @param outputMax how many bytes of stdout the caller wants, and as many of stderr. What is
   *     beyond, or finds no memory, is read and dropped: it neither blocks the command nor fails
   *     the call
   */
  ExecOutcome execSync(ContainerId id, List<String> command, Duration timeout, int outputMax);

  /** A stream to a new process; nothing runs before a client has come. */
  StreamTarget exec(ContainerId id, List<String> command, StreamOptions options);

  StreamTarget attach(ContainerId id, StreamOptions options);

  StreamTarget portForward(SandboxId id, List<Integer> ports);

  void reopenLog(ContainerId id);

  void checkpoint(ContainerId id, String location, Duration timeout);
}

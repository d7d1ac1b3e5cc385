package dev.jubelet.ports.runtime;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ExecOutcome;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamTarget;
import java.time.Duration;
import java.util.List;

/** Talking to what runs inside a container, and to its log. */
public interface ContainerStreams {
  ExecOutcome execSync(ContainerId id, List<String> command, Duration timeout);

  /** A stream to a new process; nothing runs before a client has come. */
  StreamTarget exec(ContainerId id, List<String> command, StreamOptions options);

  StreamTarget attach(ContainerId id, StreamOptions options);

  StreamTarget portForward(SandboxId id, List<Integer> ports);

  void reopenLog(ContainerId id);

  void checkpoint(ContainerId id, String location, Duration timeout);
}

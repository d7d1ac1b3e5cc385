package dev.jubelet.ports;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ExecOutcome;
import dev.jubelet.model.runtime.SandboxId;
import java.time.Duration;
import java.util.List;

/** Talking to what runs inside a container, and to its log. */
public interface ContainerStreams {
  ExecOutcome execSync(ContainerId id, List<String> command, Duration timeout);

  /** The address at which the runtime serves the stream. */
  String exec(ContainerId id, List<String> command, StreamOptions options);

  String attach(ContainerId id, StreamOptions options);

  String portForward(SandboxId id, List<Integer> ports);

  void reopenLog(ContainerId id);

  void checkpoint(ContainerId id, String location, Duration timeout);

  record StreamOptions(boolean stdin, boolean stdout, boolean stderr, boolean tty) {}
}

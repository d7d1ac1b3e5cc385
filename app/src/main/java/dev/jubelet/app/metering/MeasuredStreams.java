package dev.jubelet.app.metering;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ExecOutcome;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamTarget;
import java.time.Duration;
import java.util.List;

record MeasuredStreams(ContainerStreams inner, Meter meter) implements ContainerStreams {
  @Override
  public ExecOutcome execSync(ContainerId id, List<String> command, Duration timeout) {
    return meter.measure("exec_sync", () -> inner.execSync(id, command, timeout));
  }

  @Override
  public StreamTarget exec(ContainerId id, List<String> command, StreamOptions options) {
    return meter.measure("exec", () -> inner.exec(id, command, options));
  }

  @Override
  public StreamTarget attach(ContainerId id, StreamOptions options) {
    return meter.measure("attach", () -> inner.attach(id, options));
  }

  @Override
  public StreamTarget portForward(SandboxId id, List<Integer> ports) {
    return meter.measure("port_forward", () -> inner.portForward(id, ports));
  }

  @Override
  public void reopenLog(ContainerId id) {
    meter.measure("reopen_container_log", () -> inner.reopenLog(id));
  }

  @Override
  public void checkpoint(ContainerId id, String location, Duration timeout) {
    meter.measure("checkpoint_container", () -> inner.checkpoint(id, location, timeout));
  }
}

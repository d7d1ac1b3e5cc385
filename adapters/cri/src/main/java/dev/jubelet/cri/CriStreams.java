package dev.jubelet.cri;

import dev.jubelet.cri.messages.WireTime;
import dev.jubelet.cri.wire.AttachRequest;
import dev.jubelet.cri.wire.CheckpointContainerRequest;
import dev.jubelet.cri.wire.ExecRequest;
import dev.jubelet.cri.wire.ExecSyncRequest;
import dev.jubelet.cri.wire.PortForwardRequest;
import dev.jubelet.cri.wire.ReopenContainerLogRequest;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.runtime.ExecOutcome;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamTarget;
import java.net.URI;
import java.time.Duration;
import java.util.List;

final class CriStreams implements ContainerStreams {
  private final CriCalls calls;

  CriStreams(CriCalls calls) {
    this.calls = calls;
  }

  @Override
  public ExecOutcome execSync(
      ContainerId id, List<String> command, Duration timeout, int outputMax) {
    ExecSyncRequest request =
        ExecSyncRequest.newBuilder()
            .setContainerId(id.value())
            .addAllCmd(command)
            .setTimeout(WireTime.wholeSeconds(timeout))
            .build();
    return calls.ask(
        CriCalls.reading(RuntimeServiceGrpc.getExecSyncMethod(), new ExecSyncAnswer(outputMax)),
        request,
        deadline(timeout));
  }

  /** CRI: a timeout of zero means none, so the command may take as long as it likes. */
  private Duration deadline(Duration timeout) {
    return timeout.isZero()
        ? calls.settings().longestCall()
        : calls.settings().requestTimeout().plus(timeout);
  }

  @Override
  public StreamTarget exec(ContainerId id, List<String> command, StreamOptions options) {
    ExecRequest request =
        ExecRequest.newBuilder()
            .setContainerId(id.value())
            .addAllCmd(command)
            .setStdin(options.stdin())
            .setStdout(options.stdout())
            .setStderr(options.stderr())
            .setTty(options.tty())
            .build();
    return target(calls.ask(RuntimeServiceGrpc.getExecMethod(), request).getUrl());
  }

  @Override
  public StreamTarget attach(ContainerId id, StreamOptions options) {
    AttachRequest request =
        AttachRequest.newBuilder()
            .setContainerId(id.value())
            .setStdin(options.stdin())
            .setStdout(options.stdout())
            .setStderr(options.stderr())
            .setTty(options.tty())
            .build();
    return target(calls.ask(RuntimeServiceGrpc.getAttachMethod(), request).getUrl());
  }

  @Override
  public StreamTarget portForward(SandboxId id, List<Integer> ports) {
    PortForwardRequest request =
        PortForwardRequest.newBuilder().setPodSandboxId(id.value()).addAllPort(ports).build();
    return target(calls.ask(RuntimeServiceGrpc.getPortForwardMethod(), request).getUrl());
  }

  private static StreamTarget target(String url) {
    return new StreamTarget.Url(URI.create(url));
  }

  @Override
  public void reopenLog(ContainerId id) {
    calls.ask(
        RuntimeServiceGrpc.getReopenContainerLogMethod(),
        ReopenContainerLogRequest.newBuilder().setContainerId(id.value()).build());
  }

  @Override
  public void checkpoint(ContainerId id, String location, Duration timeout) {
    CheckpointContainerRequest request =
        CheckpointContainerRequest.newBuilder()
            .setContainerId(id.value())
            .setLocation(location)
            .setTimeout(WireTime.wholeSeconds(timeout))
            .build();
    calls.ask(RuntimeServiceGrpc.getCheckpointContainerMethod(), request, deadline(timeout));
  }
}

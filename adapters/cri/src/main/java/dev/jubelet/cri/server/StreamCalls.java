package dev.jubelet.cri.server;

import com.google.protobuf.UnsafeByteOperations;
import dev.jubelet.cri.UnixSockets;
import dev.jubelet.cri.messages.WireTime;
import dev.jubelet.cri.wire.AttachRequest;
import dev.jubelet.cri.wire.AttachResponse;
import dev.jubelet.cri.wire.CheckpointContainerRequest;
import dev.jubelet.cri.wire.ExecRequest;
import dev.jubelet.cri.wire.ExecResponse;
import dev.jubelet.cri.wire.ExecSyncRequest;
import dev.jubelet.cri.wire.ExecSyncResponse;
import dev.jubelet.cri.wire.PortForwardRequest;
import dev.jubelet.cri.wire.PortForwardResponse;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.runtime.ExecOutcome;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.ports.stream.StreamTarget;
import dev.jubelet.ports.stream.StreamUrls;

/** Commands in containers, the addresses of streams, and logs. */
final class StreamCalls {
  // What clients take in one message, less what is not output.
  private static final int OUTPUT_MAX = UnixSockets.MESSAGE_MAX - 1024;

  private final ContainerStreams streams;
  private final StreamUrls offers;
  private final IdPrefixes ids;

  StreamCalls(ContainerStreams streams, StreamUrls offers, IdPrefixes ids) {
    this.streams = streams;
    this.offers = offers;
    this.ids = ids;
  }

  void offer(CallTable table) {
    table.heldWhileAwaited(RuntimeServiceGrpc.getExecSyncMethod(), this::execSync);
    table.unary(RuntimeServiceGrpc.getExecMethod(), this::exec);
    table.unary(RuntimeServiceGrpc.getAttachMethod(), this::attach);
    table.unary(RuntimeServiceGrpc.getPortForwardMethod(), this::portForward);
    table.change(
        RuntimeServiceGrpc.getReopenContainerLogMethod(),
        question -> streams.reopenLog(ids.container(question.getContainerId())));
    table.change(RuntimeServiceGrpc.getCheckpointContainerMethod(), this::checkpoint);
  }

  private CallTable.Answer<ExecSyncResponse> execSync(ExecSyncRequest question) {
    ContainerId id = ids.container(question.getContainerId());
    Required.demand(question.getCmdCount() > 0, "cmd", "is empty");
    ExecOutcome outcome =
        streams.execSync(
            id, question.getCmdList(), WireTime.duration(question.getTimeout()), OUTPUT_MAX);
    int stdout = Math.min(outcome.stdout().length, OUTPUT_MAX);
    int stderr = Math.min(outcome.stderr().length, OUTPUT_MAX - stdout);
    // Nobody changes the outputs any more, so that they need not be copied.
    ExecSyncResponse answer =
        ExecSyncResponse.newBuilder()
            .setStdout(UnsafeByteOperations.unsafeWrap(outcome.stdout(), 0, stdout))
            .setStderr(UnsafeByteOperations.unsafeWrap(outcome.stderr(), 0, stderr))
            .setExitCode(outcome.exitCode())
            .build();
    return new CallTable.Answer<>(answer, outcome::close);
  }

  private ExecResponse exec(ExecRequest question) {
    ContainerId id = ids.container(question.getContainerId());
    Required.demand(question.getCmdCount() > 0, "cmd", "is empty");
    StreamOptions options =
        options(question.getStdin(), question.getStdout(), question.getStderr(), question.getTty());
    return ExecResponse.newBuilder()
        .setUrl(url("exec", streams.exec(id, question.getCmdList(), options)))
        .build();
  }

  private AttachResponse attach(AttachRequest question) {
    ContainerId id = ids.container(question.getContainerId());
    StreamOptions options =
        options(question.getStdin(), question.getStdout(), question.getStderr(), question.getTty());
    return AttachResponse.newBuilder().setUrl(url("attach", streams.attach(id, options))).build();
  }

  /** A terminal has one output only. */
  private static StreamOptions options(boolean stdin, boolean stdout, boolean stderr, boolean tty) {
    Required.demand(stdin || stdout || stderr, "stdin, stdout or stderr", "must be asked for");
    Required.demand(!tty || !stderr, "stderr", "cannot be separate from a tty");
    return new StreamOptions(stdin, stdout, stderr, tty);
  }

  private PortForwardResponse portForward(PortForwardRequest question) {
    StreamTarget target =
        streams.portForward(ids.sandbox(question.getPodSandboxId()), question.getPortList());
    return PortForwardResponse.newBuilder().setUrl(url("portforward", target)).build();
  }

  /** CRI answers with an address, also where the stream is served in this process. */
  private String url(String verb, StreamTarget target) {
    return switch (target) {
      case StreamTarget.Url url -> url.address().toString();
      case StreamSession session -> offers.offer(verb, session);
    };
  }

  private void checkpoint(CheckpointContainerRequest question) {
    ContainerId id = ids.container(question.getContainerId());
    Required.text("location", question.getLocation());
    streams.checkpoint(id, question.getLocation(), WireTime.duration(question.getTimeout()));
  }
}

package dev.jubelet.testkit.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.runtime.ExecOutcome;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamTarget;
import dev.jubelet.testkit.fault.Operation;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

final class FakeStreams implements ContainerStreams {
  private final RuntimeState state;
  private final FakeContainers containers;

  FakeStreams(RuntimeState state, FakeContainers containers) {
    this.state = state;
    this.containers = containers;
  }

  @Override
  public ExecOutcome execSync(
      ContainerId id, List<String> command, Duration timeout, int outputMax) {
    return state.call(
        state.about(Operation.EXEC, id),
        () -> {
          FakeContainer container = requireRunning(id);
          ExecAnswer answer = cutShort(container, answer(container, command));
          if (timeout.isPositive() && answer.took().compareTo(timeout) > 0) {
            state.takes(timeout);
            throw new OutsideFailure(
                FailureKind.TIMED_OUT, "command " + command + " timed out after " + timeout);
          }
          state.takes(answer.took());
          return new ExecOutcome(
              beginning(answer.stdout(), outputMax),
              beginning(answer.stderr(), outputMax),
              answer.exitCode());
        });
  }

  private static byte[] beginning(String text, int most) {
    byte[] bytes = text.getBytes(UTF_8);
    return bytes.length <= most ? bytes : Arrays.copyOf(bytes, most);
  }

  private static ExecAnswer answer(FakeContainer container, List<String> command) {
    ContainerScript script = container.script;
    if (script != null && script.exec() != null) {
      return script.exec().apply(command);
    }
    return ShellScripts.exec(command, container.files)
        .orElseGet(() -> new ExecAnswer("", command + ": not found\n", 127, Duration.ZERO));
  }

  /** A command does not outlive the container that it runs in. */
  private ExecAnswer cutShort(FakeContainer container, ExecAnswer answer) {
    Instant now = state.outside.now();
    if (!container.exitedBy(now.plus(answer.took()))) {
      return answer;
    }
    FakeContainer.Exit end = container.nextExit();
    Duration left = end == null ? Duration.ZERO : Duration.between(now, end.at());
    return left.compareTo(answer.took()) >= 0 ? answer : ExecAnswer.exit(137).after(left);
  }

  private FakeContainer requireRunning(ContainerId id) {
    FakeContainer container = containers.require(id);
    if (!container.runningAt(state.outside.now())) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "container \"" + id + "\" is not in running state");
    }
    return container;
  }

  @Override
  public StreamTarget exec(ContainerId id, List<String> command, StreamOptions options) {
    return state.call(
        state.about(Operation.STREAM, id), () -> address("exec", requireRunning(id).id.value()));
  }

  @Override
  public StreamTarget attach(ContainerId id, StreamOptions options) {
    return state.call(
        state.about(Operation.STREAM, id), () -> address("attach", requireRunning(id).id.value()));
  }

  @Override
  public StreamTarget portForward(SandboxId id, List<Integer> ports) {
    return state.call(
        state.about(Operation.STREAM, id),
        () -> {
          FakeSandbox sandbox = state.sandboxes.get(id);
          if (sandbox == null) {
            throw new OutsideFailure(FailureKind.NOT_FOUND, "sandbox \"" + id + "\" not found");
          }
          return address("portforward", id.value());
        });
  }

  private static StreamTarget address(String kind, String id) {
    return new StreamTarget.Url(URI.create("http://127.0.0.1:10010/" + kind + "/" + id));
  }

  @Override
  public void reopenLog(ContainerId id) {
    state.run(
        state.about(Operation.LOG_REOPEN, id),
        () -> {
          String path = requireRunning(id).logPath();
          if (!path.isEmpty()) {
            state.outside.files().append(path, "");
          }
        });
  }

  @Override
  public void checkpoint(ContainerId id, String location, Duration timeout) {
    state.run(
        state.about(Operation.CHECKPOINT, id),
        () ->
            state.outside.files().write(location, "checkpoint of " + requireRunning(id).id + "\n"));
  }
}

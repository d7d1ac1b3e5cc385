package dev.jubelet.nodeserver;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.runtime.ExecOutcome;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamTarget;
import java.time.Duration;
import java.util.List;

/** The streams of a fake runtime, served where a test says. */
record AnsweredStreams(ContainerStreams real, Answer answer) implements ContainerStreams {
  interface Answer {
    /**
     * @param verb exec, attach or portforward
     */
    StreamTarget target(String verb, List<String> command, StreamOptions options);
  }

  private static final StreamOptions NONE = new StreamOptions(false, false, false, false);

  static ContainerRuntime in(ContainerRuntime calls, Answer answer) {
    return new ContainerRuntime(
        calls.sandboxes(),
        calls.containers(),
        new AnsweredStreams(calls.streams(), answer),
        calls.images(),
        calls.facts(),
        calls.events(),
        calls.stats());
  }

  @Override
  public ExecOutcome execSync(
      ContainerId id, List<String> command, Duration timeout, int outputMax) {
    return real.execSync(id, command, timeout, outputMax);
  }

  @Override
  public StreamTarget exec(ContainerId id, List<String> command, StreamOptions options) {
    return answer.target("exec", command, options);
  }

  @Override
  public StreamTarget attach(ContainerId id, StreamOptions options) {
    return answer.target("attach", List.of(), options);
  }

  @Override
  public StreamTarget portForward(SandboxId id, List<Integer> ports) {
    return answer.target("portforward", ports.stream().map(String::valueOf).toList(), NONE);
  }

  @Override
  public void reopenLog(ContainerId id) {
    real.reopenLog(id);
  }

  @Override
  public void checkpoint(ContainerId id, String location, Duration timeout) {
    real.checkpoint(id, location, timeout);
  }
}

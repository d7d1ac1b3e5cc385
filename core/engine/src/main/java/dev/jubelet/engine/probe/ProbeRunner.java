package dev.jubelet.engine.probe;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.decide.probe.ProbeCall;
import dev.jubelet.decide.probe.ProbeResult;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NetworkCalls;
import dev.jubelet.ports.NetworkCalls.Health;
import dev.jubelet.ports.NetworkCalls.HttpReply;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.runtime.ExecOutcome;
import java.time.Duration;
import java.util.List;

/** Runs a probe once, which may take as long as its timeout. */
public final class ProbeRunner {
  /** Kubernetes: what cannot be run is tried three times in a row. */
  private static final int TRIES = 3;

  /** Kubernetes: as much of the output is read. */
  private static final int OUTPUT_MAX = 10 * 1024;

  private final ContainerStreams streams;
  private final NetworkCalls network;

  public ProbeRunner(ContainerStreams streams, NetworkCalls network) {
    this.streams = streams;
    this.network = network;
  }

  public ProbeResult run(ProbeCall call, ContainerId instance, Duration timeout) {
    ProbeResult result = attempt(call, instance, timeout);
    for (int tried = 1; tried < TRIES && result instanceof ProbeResult.Errored; tried++) {
      result = attempt(call, instance, timeout);
    }
    return result;
  }

  private ProbeResult attempt(ProbeCall call, ContainerId instance, Duration timeout) {
    try {
      return switch (call) {
        case ProbeCall.Exec exec -> exec(exec.command(), instance, timeout);
        case ProbeCall.Http http -> http(http, timeout);
        case ProbeCall.Tcp tcp -> tcp(tcp, timeout);
        case ProbeCall.Grpc grpc -> grpc(grpc, timeout);
        case ProbeCall.Impossible impossible -> ProbeResult.Errored.unknown(impossible.why());
      };
    } catch (RuntimeException bug) {
      // The worker must hear of it either way, or this probe would be under way for ever.
      return ProbeResult.Errored.unknown(bug.toString());
    }
  }

  /**
   * CRI: the runtime ends a command at its timeout. containerd kills only the command itself, and
   * then waits for its output: a child that keeps that open keeps the call open, until the deadline
   * of the call. The probe counts as failed before that, see {@code ProbeState.SLACK}.
   */
  private ProbeResult exec(List<String> command, ContainerId instance, Duration timeout) {
    try (ExecOutcome outcome = streams.execSync(instance, command, timeout, OUTPUT_MAX)) {
      return outcome.exitCode() == 0
          ? ProbeResult.PASSED
          : new ProbeResult.Failed(text(outcome.stdout(), outcome.stderr()));
    } catch (OutsideFailure failure) {
      return failure.kind() == FailureKind.TIMED_OUT
          ? timedOut(command, timeout)
          : ProbeResult.Errored.unknown(failure.text());
    }
  }

  static ProbeResult timedOut(List<String> command, Duration timeout) {
    return new ProbeResult.Failed(
        "command timed out: \""
            + String.join(" ", command)
            + "\" timed out after "
            + timeout.toSeconds()
            + "s");
  }

  private static String text(byte[] stdout, byte[] stderr) {
    int first = Math.min(stdout.length, OUTPUT_MAX);
    int second = Math.min(stderr.length, OUTPUT_MAX - first);
    return new String(stdout, 0, first, UTF_8) + new String(stderr, 0, second, UTF_8);
  }

  private ProbeResult http(ProbeCall.Http call, Duration timeout) {
    try {
      return judged(network.get(call.target(), timeout));
    } catch (OutsideFailure failure) {
      // Kubernetes: somebody answered, and what is wrong with the rest of it says nothing.
      return failure.kind() == FailureKind.INTERNAL
          ? new ProbeResult.Errored("failure", failure.text())
          : new ProbeResult.Failed(failure.text());
    }
  }

  /** Kubernetes: the body of a bad answer is not told, since it may hold secrets. */
  private static ProbeResult judged(HttpReply reply) {
    if (reply.status() >= 200 && reply.status() < 300) {
      return ProbeResult.PASSED;
    }
    return reply.status() >= 300 && reply.status() < 400
        ? new ProbeResult.Passed("Probe terminated redirects, Response body: " + reply.body())
        : new ProbeResult.Failed("HTTP probe failed with statuscode: " + reply.status());
  }

  private ProbeResult tcp(ProbeCall.Tcp call, Duration timeout) {
    try {
      network.connect(call.target().host(), call.target().port(), timeout);
      return ProbeResult.PASSED;
    } catch (OutsideFailure failure) {
      return new ProbeResult.Failed(failure.text());
    }
  }

  private ProbeResult grpc(ProbeCall.Grpc call, Duration timeout) {
    try {
      Health health = network.health(call.host(), call.port(), call.service(), timeout);
      return health == Health.SERVING
          ? ProbeResult.PASSED
          : new ProbeResult.Failed("service unhealthy (responded with \"" + health + "\")");
    } catch (OutsideFailure failure) {
      return new ProbeResult.Failed(failure.text());
    }
  }
}

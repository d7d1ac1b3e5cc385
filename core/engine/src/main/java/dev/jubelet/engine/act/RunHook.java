package dev.jubelet.engine.act;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.GracePeriods;
import dev.jubelet.decide.handler.HandlerTargets;
import dev.jubelet.decide.handler.HandlerTargets.Caller;
import dev.jubelet.decide.handler.HandlerTargets.SocketTarget;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.HttpTarget;
import dev.jubelet.model.container.handler.LifecycleHandler;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NetworkCalls;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.runtime.ExecOutcome;
import java.time.Duration;
import java.util.List;

/**
 * Runs a hook of a container. What it says is not told to anybody, since it may hold secrets; a
 * failure says only how it failed.
 */
final class RunHook {
  /** Kubernetes sets no limit to a postStart hook; this one only keeps a lost one from staying. */
  private static final Duration POST_START_MOST = Duration.ofHours(24);

  /**
   * Kubernetes: a preStop hook that outlasts the grace period is not ended, but goes on until its
   * container is killed, two seconds later. Again this only keeps a lost one from staying.
   */
  private static final Duration UNTIL_KILLED = GracePeriods.LEAST.plusSeconds(10);

  private final ContainerStreams streams;
  private final NetworkCalls network;
  private final List<String> hostIps;

  RunHook(ContainerStreams streams, NetworkCalls network, List<String> hostIps) {
    this.streams = streams;
    this.network = network;
    this.hostIps = List.copyOf(hostIps);
  }

  void perform(Action.RunPostStart action) {
    run(
        action.container(),
        action.handler(),
        action.instance().id(),
        action.podIp(),
        POST_START_MOST);
  }

  void perform(Action.RunPreStop action) {
    run(
        action.container(),
        action.handler(),
        action.instance().id(),
        action.podIp(),
        action.limit().plus(UNTIL_KILLED));
  }

  private void run(
      Container container, LifecycleHandler handler, ContainerId id, String podIp, Duration limit) {
    // A pod on the node's network is called at the node's address.
    String ip = podIp.isEmpty() && !hostIps.isEmpty() ? hostIps.getFirst() : podIp;
    if (handler.exec() != null) {
      exec(handler.exec().command(), id, limit);
    } else if (handler.httpGet() != null) {
      HttpTarget target =
          ActionFailures.resolved(
              HandlerTargets.http(handler.httpGet(), container, ip, Caller.LIFECYCLE));
      // Kubernetes: any answer will do, whatever its status.
      network.get(target, limit);
    } else if (handler.tcpSocket() != null) {
      SocketTarget target =
          ActionFailures.resolved(HandlerTargets.socket(handler.tcpSocket(), container, ip));
      network.connect(target.host(), target.port(), limit);
    } else if (handler.sleep() == null) {
      throw new OutsideFailure(FailureKind.BAD_SPEC, "it names nothing to do");
    }
    // A hook that sleeps is a moment that the planner waits for, not a thread that does.
  }

  private void exec(List<String> command, ContainerId id, Duration limit) {
    try (ExecOutcome outcome = streams.execSync(id, command, limit, 0)) {
      if (outcome.exitCode() != 0) {
        throw new OutsideFailure(
            FailureKind.INTERNAL, "its command ended with " + outcome.exitCode());
      }
    }
  }
}

package dev.jubelet.decide.probe;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.environment.VariableExpansion;
import dev.jubelet.decide.handler.HandlerTargets;
import dev.jubelet.decide.handler.HandlerTargets.Caller;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.env.EnvVar;
import dev.jubelet.model.container.handler.GrpcAction;
import dev.jubelet.model.container.handler.Probe;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** From a probe of a manifest to the call that it stands for. */
public final class ProbeCalls {
  private ProbeCalls() {}

  /**
   * @param podIp the pod's first address, or nothing while it has none
   */
  public static ProbeCall of(Container container, ProbeKind kind, String podIp) {
    Probe probe = kind.in(container);
    if (probe != null && probe.exec() != null) {
      return new ProbeCall.Exec(expanded(probe.exec().command(), container.env()));
    }
    if (probe != null && probe.httpGet() != null) {
      return call(
          HandlerTargets.http(probe.httpGet(), container, podIp, Caller.PROBE)
              .map(ProbeCall.Http::new));
    }
    if (probe != null && probe.tcpSocket() != null) {
      return call(
          HandlerTargets.socket(probe.tcpSocket(), container, podIp).map(ProbeCall.Tcp::new));
    }
    if (probe != null && probe.grpc() != null) {
      return grpc(probe.grpc(), podIp);
    }
    return new ProbeCall.Impossible("missing probe handler for " + container.name());
  }

  private static <T extends ProbeCall> ProbeCall call(ResolvedValue<T> target) {
    return switch (target) {
      case ResolvedValue.Value(T found) -> found;
      case ResolvedValue.Refused(String why) -> new ProbeCall.Impossible(why);
    };
  }

  private static ProbeCall grpc(GrpcAction action, String podIp) {
    return podIp.isEmpty()
        ? new ProbeCall.Impossible("the pod has no address yet")
        : new ProbeCall.Grpc(
            podIp, action.port(), Objects.requireNonNullElse(action.service(), ""));
  }

  /** Kubernetes: only values that stand in the manifest, and those are not expanded themselves. */
  private static List<String> expanded(List<String> command, List<EnvVar> env) {
    Map<String, String> variables = new LinkedHashMap<>();
    env.forEach(variable -> variables.put(variable.name(), variable.value()));
    return command.stream().map(word -> VariableExpansion.expand(word, variables)).toList();
  }
}

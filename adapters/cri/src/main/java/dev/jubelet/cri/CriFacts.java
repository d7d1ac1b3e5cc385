package dev.jubelet.cri;

import dev.jubelet.cri.wire.NetworkConfig;
import dev.jubelet.cri.wire.RuntimeCondition;
import dev.jubelet.cri.wire.RuntimeConfig;
import dev.jubelet.cri.wire.RuntimeConfigRequest;
import dev.jubelet.cri.wire.RuntimeConfigResponse;
import dev.jubelet.cri.wire.RuntimeHandler;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.StatusRequest;
import dev.jubelet.cri.wire.StatusResponse;
import dev.jubelet.cri.wire.UpdateRuntimeConfigRequest;
import dev.jubelet.cri.wire.VersionRequest;
import dev.jubelet.cri.wire.VersionResponse;
import dev.jubelet.model.runtime.CgroupDriver;
import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.runtime.RuntimeVersion;
import dev.jubelet.ports.RuntimeFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class CriFacts implements RuntimeFacts {
  // The version of the kubelet's own interface, which has been this one since CRI exists.
  private static final String KUBELET_API = "0.1.0";

  private final CriCalls calls;

  CriFacts(CriCalls calls) {
    this.calls = calls;
  }

  @Override
  public RuntimeVersion version() {
    VersionResponse answer =
        calls.ask(
            RuntimeServiceGrpc.getVersionMethod(),
            VersionRequest.newBuilder().setVersion(KUBELET_API).build());
    return new RuntimeVersion(
        answer.getRuntimeName(), answer.getRuntimeVersion(), answer.getRuntimeApiVersion());
  }

  @Override
  public RuntimeReadiness readiness() {
    return readiness(
        calls
            .ask(RuntimeServiceGrpc.getStatusMethod(), StatusRequest.getDefaultInstance())
            .getStatus()
            .getConditionsList());
  }

  static RuntimeReadiness readiness(List<RuntimeCondition> conditions) {
    String runtime = complaint(conditions, "RuntimeReady");
    String network = complaint(conditions, "NetworkReady");
    return new RuntimeReadiness(runtime.isEmpty(), runtime, network.isEmpty(), network);
  }

  /** In the form in which the node's Ready condition shows it; empty when there is none. */
  private static String complaint(List<RuntimeCondition> conditions, String type) {
    for (RuntimeCondition condition : conditions) {
      if (condition.getType().equals(type)) {
        return condition.getStatus()
            ? ""
            : "%s=false reason:%s message:%s"
                .formatted(type, condition.getReason(), condition.getMessage());
      }
    }
    return type + "=false reason: message:the container runtime does not report this condition";
  }

  @Override
  public Optional<CgroupDriver> cgroupDriver() {
    return calls
        .askIfAble(
            RuntimeServiceGrpc.getRuntimeConfigMethod(), RuntimeConfigRequest.getDefaultInstance())
        .filter(RuntimeConfigResponse::hasLinux)
        .flatMap(answer ->
            switch (answer.getLinux().getCgroupDriver()) {
              case SYSTEMD -> Optional.of(CgroupDriver.SYSTEMD);
              case CGROUPFS -> Optional.of(CgroupDriver.CGROUPFS);
              case UNRECOGNIZED -> Optional.empty();
            });
  }

  @Override
  public RuntimeFeatures features() {
    StatusResponse answer =
        calls.ask(RuntimeServiceGrpc.getStatusMethod(), StatusRequest.getDefaultInstance());
    Map<String, RuntimeFeatures.Handler> handlers = new LinkedHashMap<>();
    for (RuntimeHandler handler : answer.getRuntimeHandlersList()) {
      handlers.put(
          handler.getName(),
          new RuntimeFeatures.Handler(
              handler.getFeatures().getRecursiveReadOnlyMounts(),
              handler.getFeatures().getUserNamespaces()));
    }
    return new RuntimeFeatures(handlers, answer.getFeatures().getSupplementalGroupsPolicy());
  }

  @Override
  public void updatePodCidr(String cidr) {
    calls.ask(
        RuntimeServiceGrpc.getUpdateRuntimeConfigMethod(),
        UpdateRuntimeConfigRequest.newBuilder()
            .setRuntimeConfig(
                RuntimeConfig.newBuilder()
                    .setNetworkConfig(NetworkConfig.newBuilder().setPodCidr(cidr)))
            .build());
  }
}

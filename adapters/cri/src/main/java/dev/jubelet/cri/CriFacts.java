package dev.jubelet.cri;

import dev.jubelet.cri.messages.FactMessages;
import dev.jubelet.cri.wire.NetworkConfig;
import dev.jubelet.cri.wire.RuntimeConfig;
import dev.jubelet.cri.wire.RuntimeConfigRequest;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.StatusRequest;
import dev.jubelet.cri.wire.StatusResponse;
import dev.jubelet.cri.wire.UpdateRuntimeConfigRequest;
import dev.jubelet.cri.wire.VersionRequest;
import dev.jubelet.cri.wire.VersionResponse;
import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.runtime.RuntimeVersion;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.ports.runtime.RuntimeFacts;
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
    return FactMessages.readiness(status().getStatus().getConditionsList());
  }

  @Override
  public Optional<CgroupDriver> cgroupDriver() {
    return calls
        .askIfAble(
            RuntimeServiceGrpc.getRuntimeConfigMethod(), RuntimeConfigRequest.getDefaultInstance())
        .flatMap(FactMessages::cgroupDriver);
  }

  @Override
  public RuntimeFeatures features() {
    return FactMessages.features(status());
  }

  private StatusResponse status() {
    return calls.ask(RuntimeServiceGrpc.getStatusMethod(), StatusRequest.getDefaultInstance());
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

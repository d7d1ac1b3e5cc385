package dev.jubelet.cri.server;

import dev.jubelet.cri.messages.FactMessages;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.StatusRequest;
import dev.jubelet.cri.wire.StatusResponse;
import dev.jubelet.cri.wire.UpdateRuntimeConfigRequest;
import dev.jubelet.cri.wire.VersionResponse;
import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.RuntimeVersion;
import dev.jubelet.ports.runtime.RuntimeFacts;
import dev.jubelet.ports.runtime.RuntimeRecords;

/** Questions about the runtime itself. */
final class FactCalls {
  // Of the kubelet's interface, and never another one since CRI exists.
  private static final String KUBELET_API = "0.1.0";
  private static final String CRI = "v1";
  private static final String SELF = "";

  private final RuntimeFacts facts;
  private final RuntimeRecords records;

  FactCalls(RuntimeFacts facts, RuntimeRecords records) {
    this.facts = facts;
    this.records = records;
  }

  void offer(CallTable table) {
    table.unary(RuntimeServiceGrpc.getVersionMethod(), _ -> version());
    table.unary(RuntimeServiceGrpc.getStatusMethod(), this::status);
    table.unary(
        RuntimeServiceGrpc.getRuntimeConfigMethod(),
        _ -> FactMessages.config(facts.cgroupDriver()));
    table.change(RuntimeServiceGrpc.getUpdateRuntimeConfigMethod(), this::updateConfig);
  }

  private VersionResponse version() {
    RuntimeVersion version = facts.version();
    return VersionResponse.newBuilder()
        .setVersion(KUBELET_API)
        .setRuntimeName(version.name())
        .setRuntimeVersion(version.version())
        .setRuntimeApiVersion(CRI)
        .build();
  }

  private StatusResponse status(StatusRequest question) {
    RuntimeFeatures features = facts.features();
    StatusResponse.Builder answer =
        StatusResponse.newBuilder()
            .setStatus(FactMessages.status(facts.readiness()))
            .addAllRuntimeHandlers(FactMessages.handlers(features))
            .setFeatures(
                dev.jubelet.cri.wire.RuntimeFeatures.newBuilder()
                    .setSupplementalGroupsPolicy(features.supplementalGroupsPolicy()));
    if (question.getVerbose()) {
      answer.putAllInfo(records.details(SELF));
    }
    return answer.build();
  }

  /** CRI: no range of addresses means that there is nothing to change. */
  private void updateConfig(UpdateRuntimeConfigRequest question) {
    String cidr = question.getRuntimeConfig().getNetworkConfig().getPodCidr();
    if (!cidr.isEmpty()) {
      facts.updatePodCidr(cidr);
    }
  }
}

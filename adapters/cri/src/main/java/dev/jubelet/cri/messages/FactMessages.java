package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.LinuxRuntimeConfiguration;
import dev.jubelet.cri.wire.RuntimeCondition;
import dev.jubelet.cri.wire.RuntimeConfigResponse;
import dev.jubelet.cri.wire.RuntimeHandler;
import dev.jubelet.cri.wire.RuntimeHandlerFeatures;
import dev.jubelet.cri.wire.RuntimeStatus;
import dev.jubelet.cri.wire.StatusResponse;
import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.runtime.config.CgroupDriver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a runtime says of itself. */
public final class FactMessages {
  private static final String RUNTIME_READY = "RuntimeReady";
  private static final String NETWORK_READY = "NetworkReady";
  private static final Pattern COMPLAINT =
      Pattern.compile("\\w+=false reason:(\\S*) message:(.*)", Pattern.DOTALL);

  private FactMessages() {}

  public static RuntimeReadiness readiness(List<RuntimeCondition> conditions) {
    String runtime = complaint(conditions, RUNTIME_READY);
    String network = complaint(conditions, NETWORK_READY);
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

  public static RuntimeStatus status(RuntimeReadiness readiness) {
    return RuntimeStatus.newBuilder()
        .addConditions(
            condition(
                RUNTIME_READY,
                readiness.runtimeReady(),
                "ContainerRuntimeNotReady",
                readiness.runtimeMessage()))
        .addConditions(
            condition(
                NETWORK_READY,
                readiness.networkReady(),
                "NetworkPluginNotReady",
                readiness.networkMessage()))
        .build();
  }

  private static RuntimeCondition condition(
      String type, boolean status, String reason, String message) {
    RuntimeCondition.Builder wire = RuntimeCondition.newBuilder().setType(type).setStatus(status);
    if (status) {
      return wire.build();
    }
    // A complaint that has its form already must not get it twice.
    Matcher complaint = COMPLAINT.matcher(message);
    return complaint.matches()
        ? wire.setReason(complaint.group(1)).setMessage(complaint.group(2)).build()
        : wire.setReason(reason).setMessage(message).build();
  }

  public static RuntimeFeatures features(StatusResponse wire) {
    Map<String, RuntimeFeatures.Handler> handlers = new LinkedHashMap<>();
    for (RuntimeHandler handler : wire.getRuntimeHandlersList()) {
      handlers.put(
          handler.getName(),
          new RuntimeFeatures.Handler(
              handler.getFeatures().getRecursiveReadOnlyMounts(),
              handler.getFeatures().getUserNamespaces()));
    }
    return new RuntimeFeatures(handlers, wire.getFeatures().getSupplementalGroupsPolicy());
  }

  /** The default handler, which has no name, is among them whether the runtime lists it or not. */
  public static List<RuntimeHandler> handlers(RuntimeFeatures features) {
    Map<String, RuntimeFeatures.Handler> handlers = new LinkedHashMap<>();
    handlers.put("", features.handler(""));
    handlers.putAll(features.handlers());
    return handlers.entrySet().stream()
        .map(handler ->
            RuntimeHandler.newBuilder()
                .setName(handler.getKey())
                .setFeatures(
                    RuntimeHandlerFeatures.newBuilder()
                        .setRecursiveReadOnlyMounts(handler.getValue().recursiveReadOnlyMounts())
                        .setUserNamespaces(handler.getValue().userNamespaces()))
                .build())
        .toList();
  }

  public static Optional<CgroupDriver> cgroupDriver(RuntimeConfigResponse wire) {
    if (!wire.hasLinux()) {
      return Optional.empty();
    }
    return switch (wire.getLinux().getCgroupDriver()) {
      case SYSTEMD -> Optional.of(CgroupDriver.SYSTEMD);
      case CGROUPFS -> Optional.of(CgroupDriver.CGROUPFS);
      case UNRECOGNIZED -> Optional.empty();
    };
  }

  /** Nothing of Linux when the driver is not known: then the client's own choice counts. */
  public static RuntimeConfigResponse config(Optional<CgroupDriver> driver) {
    RuntimeConfigResponse.Builder wire = RuntimeConfigResponse.newBuilder();
    driver.ifPresent(known ->
        wire.setLinux(
            LinuxRuntimeConfiguration.newBuilder()
                .setCgroupDriver(
                    switch (known) {
                      case SYSTEMD -> dev.jubelet.cri.wire.CgroupDriver.SYSTEMD;
                      case CGROUPFS -> dev.jubelet.cri.wire.CgroupDriver.CGROUPFS;
                    })));
    return wire.build();
  }
}

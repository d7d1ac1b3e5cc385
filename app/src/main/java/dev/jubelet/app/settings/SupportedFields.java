package dev.jubelet.app.settings;

import dev.jubelet.json.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The fields of a kubelet configuration that have an effect in this release. Setting another one is
 * no error, since files written for the Go kubelet should work, but it is never silent.
 */
final class SupportedFields {
  private static final Set<String> FIELDS =
      Set.of(
          "apiVersion",
          "kind",
          "staticPodPath",
          "staticPodURL",
          "staticPodURLHeader",
          "fileCheckFrequency",
          "httpCheckFrequency",
          "syncFrequency",
          "podLogsDir",
          "healthzPort",
          "enableServer",
          "address",
          "port",
          "tlsCertFile",
          "tlsPrivateKeyFile",
          "tlsCipherSuites",
          "tlsMinVersion",
          "serverTLSBootstrap",
          "authentication",
          "authorization",
          "enableDebuggingHandlers",
          "enableSystemLogHandler",
          "enableSystemLogQuery",
          "streamingConnectionIdleTimeout",
          "healthzBindAddress",
          "clusterDomain",
          "clusterDNS",
          "resolvConf",
          "cgroupRoot",
          "cgroupsPerQOS",
          "cgroupDriver",
          "cpuCFSQuota",
          "cpuCFSQuotaPeriod",
          "podPidsLimit",
          "memorySwap",
          "singleProcessOOMKill",
          "userNamespaces",
          "maxPods",
          "containerRuntimeEndpoint",
          "imageServiceEndpoint",
          "runtimeRequestTimeout",
          "rotateCertificates",
          "kubeAPIQPS",
          "kubeAPIBurst",
          "registerNode",
          "providerID",
          "nodeStatusMaxImages",
          "nodeStatusReportFrequency",
          "nodeLeaseDurationSeconds",
          "enableControllerAttachDetach",
          "eventRecordQPS",
          "eventBurst",
          "registerWithTaints",
          "registryPullQPS",
          "registryBurst",
          "serializeImagePulls",
          "maxParallelImagePulls",
          "kubeReserved",
          "systemReserved",
          "evictionHard",
          "mergeDefaultEvictionSettings",
          "allowedUnsafeSysctls",
          "seccompDefault",
          "tracing",
          "logging.format",
          "logging.verbosity",
          "crashLoopBackOff.maxContainerRestartPeriod");

  private static final Set<String> PARTLY = Set.of("logging", "crashLoopBackOff");

  private SupportedFields() {}

  /** A field that was set and does nothing. */
  record Idle(String field, int line) {}

  static List<Idle> idleFields(Node.Fields document) {
    List<Idle> idle = new ArrayList<>();
    collect("", document, idle);
    return idle;
  }

  private static void collect(String prefix, Node.Fields object, List<Idle> idle) {
    object
        .fields()
        .forEach((name, field) -> {
          String path = prefix + name;
          if (PARTLY.contains(path) && field.value() instanceof Node.Fields inner) {
            collect(path + ".", inner, idle);
          } else if (!FIELDS.contains(path)) {
            idle.add(new Idle(path, field.place().line()));
          }
        });
  }
}

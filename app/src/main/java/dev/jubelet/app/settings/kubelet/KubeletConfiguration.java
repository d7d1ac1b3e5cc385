package dev.jubelet.app.settings.kubelet;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.scheduling.TaintEffect;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A kubelet configuration file, {@code kubelet.config.k8s.io/v1beta1} of Kubernetes 1.36, with the
 * names of the wire. It is bound only after the defaults are filled in, so that a component is
 * nullable only where Kubernetes has no default. {@code SupportedFields} lists what has an effect.
 */
public record KubeletConfiguration(
    boolean enableServer,
    String staticPodPath,
    String podLogsDir,
    Duration syncFrequency,
    Duration fileCheckFrequency,
    Duration httpCheckFrequency,
    String staticPodURL,
    Map<String, List<String>> staticPodURLHeader,
    String address,
    int port,
    int readOnlyPort,
    String tlsCertFile,
    String tlsPrivateKeyFile,
    List<String> tlsCipherSuites,
    List<Integer> tlsCurvePreferences,
    String tlsMinVersion,
    boolean rotateCertificates,
    boolean serverTLSBootstrap,
    KubeletAuthentication authentication,
    KubeletAuthorization authorization,
    int registryPullQPS,
    int registryBurst,
    String imagePullCredentialsVerificationPolicy,
    List<String> preloadedImagesVerificationAllowlist,
    int eventRecordQPS,
    int eventBurst,
    boolean enableDebuggingHandlers,
    boolean enableContentionProfiling,
    int healthzPort,
    String healthzBindAddress,
    int oomScoreAdj,
    String clusterDomain,
    List<String> clusterDNS,
    Duration streamingConnectionIdleTimeout,
    Duration nodeStatusUpdateFrequency,
    Duration nodeStatusReportFrequency,
    int nodeLeaseDurationSeconds,
    Duration imageMinimumGCAge,
    Duration imageMaximumGCAge,
    int imageGCHighThresholdPercent,
    int imageGCLowThresholdPercent,
    Duration volumeStatsAggPeriod,
    String kubeletCgroups,
    String systemCgroups,
    String cgroupRoot,
    boolean cgroupsPerQOS,
    String cgroupDriver,
    String cpuManagerPolicy,
    @Nullable Boolean singleProcessOOMKill,
    Map<String, String> cpuManagerPolicyOptions,
    Duration cpuManagerReconcilePeriod,
    String memoryManagerPolicy,
    String topologyManagerPolicy,
    String topologyManagerScope,
    Map<String, String> topologyManagerPolicyOptions,
    Map<String, String> qosReserved,
    Duration runtimeRequestTimeout,
    String hairpinMode,
    int maxPods,
    String podCIDR,
    long podPidsLimit,
    String resolvConf,
    boolean runOnce,
    boolean cpuCFSQuota,
    Duration cpuCFSQuotaPeriod,
    int nodeStatusMaxImages,
    long maxOpenFiles,
    String contentType,
    int kubeAPIQPS,
    int kubeAPIBurst,
    boolean serializeImagePulls,
    @Nullable Integer maxParallelImagePulls,
    Map<String, String> evictionHard,
    Map<String, String> evictionSoft,
    Map<String, String> evictionSoftGracePeriod,
    Duration evictionPressureTransitionPeriod,
    int evictionMaxPodGracePeriod,
    Map<String, String> evictionMinimumReclaim,
    boolean mergeDefaultEvictionSettings,
    int podsPerCore,
    boolean enableControllerAttachDetach,
    boolean protectKernelDefaults,
    boolean makeIPTablesUtilChains,
    int iptablesMasqueradeBit,
    int iptablesDropBit,
    Map<String, Boolean> featureGates,
    boolean failSwapOn,
    MemorySwapConfiguration memorySwap,
    String containerLogMaxSize,
    int containerLogMaxFiles,
    int containerLogMaxWorkers,
    Duration containerLogMonitorInterval,
    String configMapAndSecretChangeDetectionStrategy,
    Map<String, String> systemReserved,
    Map<String, String> kubeReserved,
    String reservedSystemCPUs,
    String showHiddenMetricsForVersion,
    String systemReservedCgroup,
    String kubeReservedCgroup,
    List<String> enforceNodeAllocatable,
    List<String> allowedUnsafeSysctls,
    String volumePluginDir,
    String providerID,
    boolean kernelMemcgNotification,
    LoggingConfiguration logging,
    boolean enableSystemLogHandler,
    boolean enableSystemLogQuery,
    Duration shutdownGracePeriod,
    Duration shutdownGracePeriodCriticalPods,
    List<ShutdownGracePeriodByPodPriority> shutdownGracePeriodByPodPriority,
    CrashLoopBackOffConfig crashLoopBackOff,
    List<MemoryReservation> reservedMemory,
    boolean enableProfilingHandler,
    boolean enableDebugFlagsHandler,
    boolean seccompDefault,
    double memoryThrottlingFactor,
    String memoryReservationPolicy,
    List<NodeTaint> registerWithTaints,
    boolean registerNode,
    @Nullable TracingConfiguration tracing,
    boolean localStorageCapacityIsolation,
    String containerRuntimeEndpoint,
    String imageServiceEndpoint,
    boolean failCgroupV1,
    @Nullable UserNamespaces userNamespaces) {
  public KubeletConfiguration {
    staticPodURLHeader = Ordered.copyOf(staticPodURLHeader);
    tlsCipherSuites = List.copyOf(tlsCipherSuites);
    tlsCurvePreferences = List.copyOf(tlsCurvePreferences);
    preloadedImagesVerificationAllowlist = List.copyOf(preloadedImagesVerificationAllowlist);
    clusterDNS = List.copyOf(clusterDNS);
    cpuManagerPolicyOptions = Ordered.copyOf(cpuManagerPolicyOptions);
    topologyManagerPolicyOptions = Ordered.copyOf(topologyManagerPolicyOptions);
    qosReserved = Ordered.copyOf(qosReserved);
    evictionHard = Ordered.copyOf(evictionHard);
    evictionSoft = Ordered.copyOf(evictionSoft);
    evictionSoftGracePeriod = Ordered.copyOf(evictionSoftGracePeriod);
    evictionMinimumReclaim = Ordered.copyOf(evictionMinimumReclaim);
    featureGates = Ordered.copyOf(featureGates);
    systemReserved = Ordered.copyOf(systemReserved);
    kubeReserved = Ordered.copyOf(kubeReserved);
    enforceNodeAllocatable = List.copyOf(enforceNodeAllocatable);
    allowedUnsafeSysctls = List.copyOf(allowedUnsafeSysctls);
    shutdownGracePeriodByPodPriority = List.copyOf(shutdownGracePeriodByPodPriority);
    reservedMemory = List.copyOf(reservedMemory);
    registerWithTaints = List.copyOf(registerWithTaints);
  }

  /** Memory of one NUMA node that pods may not have. */
  public record MemoryReservation(int numaNode, Map<String, Quantity> limits) {
    public MemoryReservation {
      limits = Ordered.copyOf(limits);
    }
  }

  /** The grace of pods of this priority and above when the machine shuts down. */
  public record ShutdownGracePeriodByPodPriority(int priority, long shutdownGracePeriodSeconds) {}

  /** How pods may use swap. */
  public record MemorySwapConfiguration(String swapBehavior) {}

  /** How long a container that keeps failing waits at most. */
  public record CrashLoopBackOffConfig(Duration maxContainerRestartPeriod) {}

  /** How many user ids a pod with its own user namespace has. */
  public record UserNamespaces(long idsPerPod) {}

  /** Where traces go. */
  public record TracingConfiguration(
      @Nullable String endpoint, @Nullable Integer samplingRatePerMillion) {}

  /** A taint that the node registers itself with. */
  public record NodeTaint(
      String key, String value, @Nullable TaintEffect effect, @Nullable Instant timeAdded) {}
}

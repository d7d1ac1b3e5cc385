package dev.jubelet.app.settings.kubelet;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.scheduling.TaintEffect;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A kubelet configuration file, {@code kubelet.config.k8s.io/v1beta1} of Kubernetes 1.36, with the
 * names of the wire. It is only ever bound by the decoder, whose lists and maps are immutable, and
 * only after the defaults are filled in, so that a component is nullable only where Kubernetes has
 * no default.
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
    @NoEffect int readOnlyPort,
    String tlsCertFile,
    String tlsPrivateKeyFile,
    List<String> tlsCipherSuites,
    @NoEffect List<Integer> tlsCurvePreferences,
    String tlsMinVersion,
    boolean rotateCertificates,
    boolean serverTLSBootstrap,
    KubeletAuthentication authentication,
    KubeletAuthorization authorization,
    @ZeroCounts int registryPullQPS,
    int registryBurst,
    String imagePullCredentialsVerificationPolicy,
    List<String> preloadedImagesVerificationAllowlist,
    @ZeroCounts int eventRecordQPS,
    int eventBurst,
    boolean enableDebuggingHandlers,
    @NoEffect boolean enableContentionProfiling,
    @ZeroCounts int healthzPort,
    String healthzBindAddress,
    @ZeroCounts @NoEffect int oomScoreAdj,
    String clusterDomain,
    List<String> clusterDNS,
    Duration streamingConnectionIdleTimeout,
    @NoEffect Duration nodeStatusUpdateFrequency,
    Duration nodeStatusReportFrequency,
    int nodeLeaseDurationSeconds,
    @NoEffect Duration imageMinimumGCAge,
    @NoEffect Duration imageMaximumGCAge,
    @ZeroCounts @NoEffect int imageGCHighThresholdPercent,
    @ZeroCounts @NoEffect int imageGCLowThresholdPercent,
    @NoEffect Duration volumeStatsAggPeriod,
    @NoEffect String kubeletCgroups,
    @NoEffect String systemCgroups,
    String cgroupRoot,
    boolean cgroupsPerQOS,
    String cgroupDriver,
    @NoEffect String cpuManagerPolicy,
    @Nullable Boolean singleProcessOOMKill,
    @NoEffect Map<String, String> cpuManagerPolicyOptions,
    @NoEffect Duration cpuManagerReconcilePeriod,
    @NoEffect String memoryManagerPolicy,
    @NoEffect String topologyManagerPolicy,
    @NoEffect String topologyManagerScope,
    @NoEffect Map<String, String> topologyManagerPolicyOptions,
    @NoEffect Map<String, String> qosReserved,
    Duration runtimeRequestTimeout,
    @NoEffect String hairpinMode,
    int maxPods,
    @NoEffect String podCIDR,
    @ZeroCounts long podPidsLimit,
    @ZeroCounts String resolvConf,
    @NoEffect boolean runOnce,
    boolean cpuCFSQuota,
    @ZeroCounts Duration cpuCFSQuotaPeriod,
    @ZeroCounts int nodeStatusMaxImages,
    @NoEffect long maxOpenFiles,
    @NoEffect String contentType,
    @ZeroCounts int kubeAPIQPS,
    int kubeAPIBurst,
    boolean serializeImagePulls,
    @Nullable Integer maxParallelImagePulls,
    @PartlyInEffect("lowers what pods may request, but nothing is evicted")
        Map<String, String> evictionHard,
    @NoEffect Map<String, String> evictionSoft,
    @NoEffect Map<String, String> evictionSoftGracePeriod,
    @NoEffect Duration evictionPressureTransitionPeriod,
    @NoEffect int evictionMaxPodGracePeriod,
    @NoEffect Map<String, String> evictionMinimumReclaim,
    boolean mergeDefaultEvictionSettings,
    @NoEffect int podsPerCore,
    boolean enableControllerAttachDetach,
    @NoEffect boolean protectKernelDefaults,
    @NoEffect boolean makeIPTablesUtilChains,
    @ZeroCounts @NoEffect int iptablesMasqueradeBit,
    @ZeroCounts @NoEffect int iptablesDropBit,
    @NoEffect Map<String, Boolean> featureGates,
    @NoEffect boolean failSwapOn,
    MemorySwapConfiguration memorySwap,
    @NoEffect String containerLogMaxSize,
    @ZeroCounts @NoEffect int containerLogMaxFiles,
    @ZeroCounts @NoEffect int containerLogMaxWorkers,
    @ZeroCounts @NoEffect Duration containerLogMonitorInterval,
    @NoEffect String configMapAndSecretChangeDetectionStrategy,
    Map<String, String> systemReserved,
    Map<String, String> kubeReserved,
    @NoEffect String reservedSystemCPUs,
    @NoEffect String showHiddenMetricsForVersion,
    @NoEffect String systemReservedCgroup,
    @NoEffect String kubeReservedCgroup,
    @NoEffect List<String> enforceNodeAllocatable,
    List<String> allowedUnsafeSysctls,
    @NoEffect String volumePluginDir,
    String providerID,
    @NoEffect boolean kernelMemcgNotification,
    LoggingConfiguration logging,
    boolean enableSystemLogHandler,
    boolean enableSystemLogQuery,
    @NoEffect Duration shutdownGracePeriod,
    @NoEffect Duration shutdownGracePeriodCriticalPods,
    @NoEffect List<ShutdownGracePeriodByPodPriority> shutdownGracePeriodByPodPriority,
    CrashLoopBackOffConfig crashLoopBackOff,
    @NoEffect List<MemoryReservation> reservedMemory,
    @NoEffect boolean enableProfilingHandler,
    @NoEffect boolean enableDebugFlagsHandler,
    boolean seccompDefault,
    @ZeroCounts @NoEffect double memoryThrottlingFactor,
    @NoEffect String memoryReservationPolicy,
    List<NodeTaint> registerWithTaints,
    boolean registerNode,
    @Nullable TracingConfiguration tracing,
    @NoEffect boolean localStorageCapacityIsolation,
    String containerRuntimeEndpoint,
    String imageServiceEndpoint,
    @NoEffect boolean failCgroupV1,
    @Nullable UserNamespaces userNamespaces) {
  public static final String API_VERSION = "kubelet.config.k8s.io/v1beta1";
  public static final String KIND = "KubeletConfiguration";

  /** Values of headers can be passwords. */
  @Override
  public String toString() {
    return "KubeletConfiguration";
  }

  /** Setting it is no error, since files for the Go kubelet should work, but it is never silent. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface NoEffect {}

  /** It does a part of what its name says, and whoever sets it is told which. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface PartlyInEffect {
    String value();
  }

  /** A zero was said by somebody; in all other fields it means that nothing was. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface ZeroCounts {}

  /** Memory of one NUMA node that pods may not have. */
  public record MemoryReservation(int numaNode, Map<String, Quantity> limits) {}

  /** The grace of pods of this priority and above when the machine shuts down. */
  public record ShutdownGracePeriodByPodPriority(int priority, long shutdownGracePeriodSeconds) {}

  /** How pods may use swap. */
  public record MemorySwapConfiguration(String swapBehavior) {}

  /** How long a container that keeps failing waits at most. */
  public record CrashLoopBackOffConfig(@ZeroCounts Duration maxContainerRestartPeriod) {}

  /** How many user ids a pod with its own user namespace has. */
  public record UserNamespaces(long idsPerPod) {}

  /** Where traces go. */
  public record TracingConfiguration(
      @Nullable String endpoint, @Nullable Integer samplingRatePerMillion) {}

  /** A taint that the node registers itself with. */
  public record NodeTaint(
      String key, String value, @Nullable TaintEffect effect, @Nullable Instant timeAdded) {}
}

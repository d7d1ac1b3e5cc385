package dev.jubelet.model.pod;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.EphemeralContainer;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.meta.LocalObjectReference;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.scheduling.Affinity;
import dev.jubelet.model.scheduling.PodSchedulingGate;
import dev.jubelet.model.scheduling.PodSchedulingGroup;
import dev.jubelet.model.scheduling.PreemptionPolicy;
import dev.jubelet.model.scheduling.Toleration;
import dev.jubelet.model.scheduling.TopologySpreadConstraint;
import dev.jubelet.model.security.PodSecurityContext;
import dev.jubelet.model.volume.Volume;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

@RecordBuilder
public record PodSpec(
    List<Volume> volumes,
    List<Container> initContainers,
    List<Container> containers,
    List<EphemeralContainer> ephemeralContainers,
    RestartPolicy restartPolicy,
    @Nullable Long terminationGracePeriodSeconds,
    @Nullable Long activeDeadlineSeconds,
    DnsPolicy dnsPolicy,
    Map<String, String> nodeSelector,
    String serviceAccountName,
    String serviceAccount,
    @Nullable Boolean automountServiceAccountToken,
    String nodeName,
    boolean hostNetwork,
    boolean hostPID,
    boolean hostIPC,
    @Nullable Boolean shareProcessNamespace,
    @Nullable PodSecurityContext securityContext,
    List<LocalObjectReference> imagePullSecrets,
    String hostname,
    String subdomain,
    @Nullable Affinity affinity,
    String schedulerName,
    List<Toleration> tolerations,
    List<HostAlias> hostAliases,
    String priorityClassName,
    @Nullable Integer priority,
    @Nullable PodDnsConfig dnsConfig,
    List<PodReadinessGate> readinessGates,
    @Nullable String runtimeClassName,
    @Nullable Boolean enableServiceLinks,
    @Nullable PreemptionPolicy preemptionPolicy,
    Map<String, Quantity> overhead,
    List<TopologySpreadConstraint> topologySpreadConstraints,
    @Nullable Boolean setHostnameAsFQDN,
    @Nullable PodOs os,
    @Nullable Boolean hostUsers,
    List<PodSchedulingGate> schedulingGates,
    List<PodResourceClaim> resourceClaims,
    @Nullable ResourceRequirements resources,
    @Nullable String hostnameOverride,
    @Nullable PodSchedulingGroup schedulingGroup) {

  public PodSpec {
    volumes = List.copyOf(volumes);
    initContainers = List.copyOf(initContainers);
    containers = List.copyOf(containers);
    ephemeralContainers = List.copyOf(ephemeralContainers);
    nodeSelector = Ordered.copyOf(nodeSelector);
    imagePullSecrets = List.copyOf(imagePullSecrets);
    tolerations = List.copyOf(tolerations);
    hostAliases = List.copyOf(hostAliases);
    readinessGates = List.copyOf(readinessGates);
    overhead = Ordered.copyOf(overhead);
    topologySpreadConstraints = List.copyOf(topologySpreadConstraints);
    schedulingGates = List.copyOf(schedulingGates);
    resourceClaims = List.copyOf(resourceClaims);
  }

  /** Init containers, sidecars among them, and then main containers. */
  public Stream<Container> initAndMainContainers() {
    return Stream.concat(initContainers.stream(), containers.stream());
  }

  /** Containers of every kind. */
  public Stream<Container> allContainers() {
    return Stream.concat(
        initAndMainContainers(), ephemeralContainers.stream().map(EphemeralContainer::asContainer));
  }

  public boolean isInit(String containerName) {
    return initContainers.stream().anyMatch(init -> init.name().equals(containerName));
  }

  /** What it says of security, be it nothing. */
  public PodSecurityContext security() {
    return Objects.requireNonNullElse(securityContext, PodSecurityContext.NONE);
  }

  /** The same work for another handler of the runtime. */
  public PodSpec withRuntimeClassName(String name) {
    return PodSpecBuilder.builder(this).runtimeClassName(name).build();
  }

  /** The same work with other amounts: of the pod as a whole and of its containers. */
  public PodSpec resized(
      @Nullable ResourceRequirements podResources, List<Container> inits, List<Container> mains) {
    return PodSpecBuilder.builder(this)
        .initContainers(inits)
        .containers(mains)
        .resources(podResources)
        .build();
  }
}

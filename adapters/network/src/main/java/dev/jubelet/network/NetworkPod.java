package dev.jubelet.network;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A pod that wants a network.
 *
 * @param netns where its network namespace is pinned
 * @param cgroupPath its cgroup, or empty
 */
@RecordBuilder
public record NetworkPod(
    String sandboxId,
    Path netns,
    String namespace,
    String name,
    String uid,
    List<PortMapping> ports,
    Optional<Bandwidth> bandwidth,
    Dns dns,
    Map<String, String> annotations,
    String cgroupPath) {
  public NetworkPod {
    ports = List.copyOf(ports);
    annotations = Collections.unmodifiableMap(new TreeMap<>(annotations));
  }

  public NetworkPod(String sandboxId, Path netns, String namespace, String name, String uid) {
    this(
        sandboxId,
        netns,
        namespace,
        name,
        uid,
        List.of(),
        Optional.empty(),
        new Dns(List.of(), List.of(), List.of()),
        Map.of(),
        "");
  }

  public NetworkPod with(List<PortMapping> mapped) {
    return NetworkPodBuilder.builder(this).ports(mapped).build();
  }

  /**
   * @param protocol tcp, udp or sctp
   * @param hostAddress empty for all of the host
   */
  public record PortMapping(int hostPort, int containerPort, String protocol, String hostAddress) {}

  /** In bits a second, and bits. */
  public record Bandwidth(long ingressRate, long ingressBurst, long egressRate, long egressBurst) {}

  public record Dns(List<String> servers, List<String> searches, List<String> options) {
    public Dns {
      servers = List.copyOf(servers);
      searches = List.copyOf(searches);
      options = List.copyOf(options);
    }
  }
}

package dev.jubelet.decide.config.dns;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.HostAlias;
import dev.jubelet.model.pod.Pod;
import java.util.List;

/**
 * The {@code /etc/hosts} that the containers of a pod share: the pod's own names, or the node's
 * lines for a pod in the node's network, and the host aliases of its specification.
 */
public final class HostsFile {
  public static final String PATH = "/etc/hosts";

  private static final String OWN =
      """
      # Kubernetes-managed hosts file.
      127.0.0.1\tlocalhost
      ::1\tlocalhost ip6-localhost ip6-loopback
      fe00::0\tip6-localnet
      fe00::0\tip6-mcastprefix
      fe00::1\tip6-allnodes
      fe00::2\tip6-allrouters
      """;
  private static final String NODES = "# Kubernetes-managed hosts file (host network).\n";
  private static final String ALIASES = "\n# Entries added by HostAliases.\n";

  private HostsFile() {}

  /** A pod that has no address yet has no line for itself, and a container may bring its own. */
  public static boolean wanted(Pod pod, Container container, List<String> podIps) {
    return (!podIps.isEmpty() || pod.spec().hostNetwork())
        && container.volumeMounts().stream().noneMatch(m -> m.mountPath().equals(PATH));
  }

  /**
   * Its text.
   *
   * @param nodeHosts what the node's own file says; only for pods in the node's network
   */
  public static ResolvedValue<String> of(
      Pod pod, List<String> podIps, NodeSettings settings, String nodeHosts) {
    if (pod.spec().hostNetwork()) {
      return ResolvedValue.value(NODES + nodeHosts + aliases(pod));
    }
    return PodHostname.of(pod, settings).map(name -> OWN + own(podIps, name) + aliases(pod));
  }

  private static String own(List<String> podIps, PodHostname name) {
    String names =
        name.domain().isEmpty()
            ? name.shortName()
            : name.shortName() + "." + name.domain() + "\t" + name.shortName();
    StringBuilder lines = new StringBuilder();
    podIps.forEach(ip -> lines.append(ip).append('\t').append(names).append('\n'));
    return lines.toString();
  }

  private static String aliases(Pod pod) {
    if (pod.spec().hostAliases().isEmpty()) {
      return "";
    }
    StringBuilder lines = new StringBuilder(ALIASES);
    for (HostAlias alias : pod.spec().hostAliases()) {
      lines
          .append(alias.ip())
          .append('\t')
          .append(String.join("\t", alias.hostnames()))
          .append('\n');
    }
    return lines.toString();
  }
}

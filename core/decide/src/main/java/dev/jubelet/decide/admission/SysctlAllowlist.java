package dev.jubelet.decide.admission;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The sysctls that a pod may set: those that Kubernetes calls safe, and those that we were told.
 */
public final class SysctlAllowlist {
  // Kubernetes 1.36. All of them are namespaced since Linux 4.15 at the latest.
  private static final List<String> SAFE =
      List.of(
          "kernel.shm_rmid_forced",
          "net.ipv4.ip_local_port_range",
          "net.ipv4.tcp_syncookies",
          "net.ipv4.ping_group_range",
          "net.ipv4.ip_unprivileged_port_start",
          "net.ipv4.ip_local_reserved_ports",
          "net.ipv4.tcp_keepalive_time",
          "net.ipv4.tcp_fin_timeout",
          "net.ipv4.tcp_keepalive_intvl",
          "net.ipv4.tcp_keepalive_probes",
          "net.ipv4.tcp_rmem",
          "net.ipv4.tcp_wmem");

  private static final int LENGTH_MAX = 253;
  private static final Pattern FORM =
      Pattern.compile("([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]");

  private final Map<String, SysctlNamespace> names = new LinkedHashMap<>();
  private final Map<String, SysctlNamespace> beginnings = new LinkedHashMap<>();

  private SysctlAllowlist() {}

  /**
   * @throws IllegalArgumentException naming the pattern that is malformed or would let a pod change
   *     the node
   */
  public static SysctlAllowlist safeAnd(List<String> unsafe) {
    SysctlAllowlist list = new SysctlAllowlist();
    Stream.concat(SAFE.stream(), unsafe.stream()).forEach(list::add);
    return list;
  }

  private void add(String pattern) {
    if (pattern.length() > LENGTH_MAX || !FORM.matcher(pattern).matches()) {
      throw new IllegalArgumentException(
          "allowed sysctl \"" + pattern + "\" is neither a name nor a beginning of names with *");
    }
    String dotted = SysctlNamespace.dotted(pattern);
    boolean starred = dotted.endsWith("*");
    String text = starred ? dotted.substring(0, dotted.length() - 1) : dotted;
    SysctlNamespace namespace =
        SysctlNamespace.of(text)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "allowed sysctl \"" + pattern + "\" is not known to be namespaced"));
    (starred ? beginnings : names).put(text, namespace);
  }

  /** What speaks against a sysctl, in Kubernetes' words; empty when nothing does. */
  Optional<String> objection(String name, boolean hostNetwork, boolean hostIpc) {
    String dotted = SysctlNamespace.dotted(name);
    Optional<SysctlNamespace> found = namespaceOf(dotted);
    if (found.isEmpty()) {
      return Optional.of("\"" + dotted + "\" not allowlisted");
    }
    SysctlNamespace namespace = found.get();
    boolean hosts =
        switch (namespace) {
          case IPC -> hostIpc;
          case NET -> hostNetwork;
        };
    return hosts
        ? Optional.of("\"" + dotted + "\" not allowed with host " + namespace.wire() + " enabled")
        : Optional.empty();
  }

  private Optional<SysctlNamespace> namespaceOf(String name) {
    SysctlNamespace exact = names.get(name);
    if (exact != null) {
      return Optional.of(exact);
    }
    return beginnings.entrySet().stream()
        .filter(entry -> name.startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}

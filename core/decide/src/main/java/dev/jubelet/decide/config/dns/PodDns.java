package dev.jubelet.decide.config.dns;

import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodDnsConfig;
import dev.jubelet.model.pod.PodDnsConfigOption;
import dev.jubelet.model.runtime.config.DnsSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** How names are resolved in a pod: by its DNS policy, widened by its own DNS configuration. */
public final class PodDns {
  // A short name of a service in a cluster has up to four dots before the cluster's domain.
  private static final List<String> CLUSTER_OPTIONS = List.of("ndots:5");

  private PodDns() {}

  public static DnsSettings of(Pod pod, NodeSettings settings) {
    return DnsLimits.applied(asked(pod, settings));
  }

  /** What does not fit into a resolver's limits and is left out, for people to read. */
  public static List<String> complaints(Pod pod, NodeSettings settings) {
    return DnsLimits.complaints(asked(pod, settings));
  }

  private static DnsSettings asked(Pod pod, NodeSettings settings) {
    DnsSettings byPolicy =
        switch (pod.spec().dnsPolicy()) {
          case NONE -> DnsSettings.NONE;
          case DEFAULT -> settings.dns().host();
          case CLUSTER_FIRST ->
              pod.spec().hostNetwork() ? settings.dns().host() : cluster(pod, settings);
          case CLUSTER_FIRST_WITH_HOST_NET -> cluster(pod, settings);
        };
    PodDnsConfig own = pod.spec().dnsConfig();
    return own == null ? byPolicy : merged(byPolicy, own);
  }

  /** A node that knows no cluster DNS serves its own instead. */
  private static DnsSettings cluster(Pod pod, NodeSettings settings) {
    if (settings.dns().servers().isEmpty()) {
      return settings.dns().host();
    }
    List<String> searches = new ArrayList<>();
    String domain = settings.dns().domain();
    if (domain.isEmpty()) {
      searches.addAll(settings.dns().host().searches());
    } else {
      searches.add(pod.metadata().namespace() + ".svc." + domain);
      searches.add("svc." + domain);
      searches.add(domain);
      searches.addAll(settings.dns().host().searches());
      searches = unique(searches);
    }
    return new DnsSettings(settings.dns().servers(), searches, CLUSTER_OPTIONS);
  }

  private static DnsSettings merged(DnsSettings base, PodDnsConfig own) {
    List<String> servers = new ArrayList<>(base.servers());
    servers.addAll(own.nameservers());
    List<String> searches = new ArrayList<>(base.searches());
    searches.addAll(own.searches());
    return new DnsSettings(unique(servers), unique(searches), options(base, own));
  }

  /** The pod's own value of an option wins. */
  private static List<String> options(DnsSettings base, PodDnsConfig own) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String option : base.options()) {
      int colon = option.indexOf(':');
      values.put(
          colon < 0 ? option : option.substring(0, colon),
          colon < 0 ? "" : option.substring(colon + 1));
    }
    for (PodDnsConfigOption option : own.options()) {
      String value = option.value();
      values.put(option.name(), value == null ? "" : value);
    }
    List<String> options = new ArrayList<>();
    values.forEach((name, value) -> options.add(value.isEmpty() ? name : name + ":" + value));
    return options;
  }

  private static List<String> unique(List<String> values) {
    return List.copyOf(new LinkedHashSet<>(values));
  }
}

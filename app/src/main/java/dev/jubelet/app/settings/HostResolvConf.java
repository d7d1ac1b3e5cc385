package dev.jubelet.app.settings;

import dev.jubelet.model.runtime.config.DnsSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The machine's own DNS settings, resolv.conf(5). */
public final class HostResolvConf {
  /** Kubernetes: with an empty {@code resolvConf} pods get settings that find nothing. */
  public static final DnsSettings NO_LOOKUPS =
      new DnsSettings(List.of("127.0.0.1"), List.of("."), List.of());

  private HostResolvConf() {}

  public static DnsSettings parse(String text) {
    List<String> servers = new ArrayList<>();
    List<String> searches = List.of();
    Set<String> options = new LinkedHashSet<>();
    for (String line : text.lines().toList()) {
      List<String> words = Arrays.asList(line.replaceFirst("[#;].*", "").strip().split("\\s+"));
      List<String> values = words.subList(1, words.size());
      switch (words.getFirst()) {
        case "nameserver" -> values.stream().limit(1).forEach(servers::add);
        // The last of several lines counts.
        case "search" -> searches = values.stream().map(HostResolvConf::withoutRootDot).toList();
        case "options" -> options.addAll(values);
        default -> {}
      }
    }
    return new DnsSettings(servers, searches, List.copyOf(options));
  }

  private static String withoutRootDot(String domain) {
    return domain.length() > 1 && domain.endsWith(".")
        ? domain.substring(0, domain.length() - 1)
        : domain;
  }
}

package dev.jubelet.linux;

import dev.jubelet.model.runtime.config.DnsSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads resolv.conf(5) within the limits that Kubernetes has for pods. */
final class ResolvConf {
  static final int SERVERS_MAX = 3;
  static final int SEARCHES_MAX = 32;
  static final int SEARCH_LENGTH_MAX = 253;
  static final int SEARCH_LIST_LENGTH_MAX = 2048;

  private ResolvConf() {}

  static DnsSettings parse(String content) {
    List<String> servers = new ArrayList<>();
    List<String> searches = List.of();
    Map<String, String> options = new LinkedHashMap<>();
    for (String line : content.split("\n", -1)) {
      List<String> words = List.of(line.strip().split("\\s+", -1));
      List<String> rest = words.subList(1, words.size());
      switch (words.getFirst()) {
        case "nameserver" -> rest.stream().limit(1).forEach(servers::add);
        // The last search line counts.
        case "search" -> searches = rest.stream().filter(s -> !s.equals(".")).toList();
        case "options" -> rest.forEach(option -> options.put(option.split(":", 2)[0], option));
        default -> {}
      }
    }
    return new DnsSettings(
        servers.stream().limit(SERVERS_MAX).toList(),
        fitting(searches),
        List.copyOf(options.values()));
  }

  private static List<String> fitting(List<String> searches) {
    List<String> fitting = new ArrayList<>();
    int length = -1;
    for (String search : searches.stream().limit(SEARCHES_MAX).toList()) {
      String domain = search.endsWith(".") ? search.substring(0, search.length() - 1) : search;
      if (domain.length() > SEARCH_LENGTH_MAX) {
        // Some resolvers abort on a longer one.
        continue;
      }
      length += 1 + domain.length();
      if (length > SEARCH_LIST_LENGTH_MAX) {
        break;
      }
      fitting.add(domain);
    }
    return fitting;
  }
}

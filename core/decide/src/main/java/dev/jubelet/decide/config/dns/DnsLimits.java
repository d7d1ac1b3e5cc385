package dev.jubelet.decide.config.dns;

import dev.jubelet.model.runtime.config.DnsSettings;
import java.util.ArrayList;
import java.util.List;

/** What resolvers can bear: the rest is left out, from the end of the lists. */
final class DnsLimits {
  private static final int SERVERS_MAX = 3;
  private static final int SEARCHES_MAX = 32;
  private static final int SEARCH_LINE_MAX = 2048;
  // Some resolvers abort on a longer one.
  private static final int DOMAIN_MAX = 253;

  private DnsLimits() {}

  static DnsSettings applied(DnsSettings dns) {
    List<String> servers = dns.servers().subList(0, Math.min(SERVERS_MAX, dns.servers().size()));
    return new DnsSettings(servers, searches(dns.searches()), dns.options());
  }

  /** What had to be left out, in the words of the Go kubelet's events. */
  static List<String> complaints(DnsSettings asked) {
    DnsSettings fitting = applied(asked);
    List<String> complaints = new ArrayList<>();
    if (fitting.servers().size() < asked.servers().size()) {
      complaints.add(
          "Nameserver limits were exceeded, some nameservers have been omitted,"
              + " the applied nameserver line is: "
              + String.join(" ", fitting.servers()));
    }
    if (fitting.searches().size() < asked.searches().size()) {
      complaints.add(
          "Search Line limits were exceeded, some search paths have been omitted,"
              + " the applied search line is: "
              + String.join(" ", fitting.searches()));
    }
    return complaints;
  }

  private static List<String> searches(List<String> all) {
    List<String> fitting = new ArrayList<>();
    for (String search : all.subList(0, Math.min(SEARCHES_MAX, all.size()))) {
      if (search.length() <= DOMAIN_MAX) {
        fitting.add(search);
      }
    }
    while (String.join(" ", fitting).length() > SEARCH_LINE_MAX) {
      fitting.removeLast();
    }
    return fitting;
  }
}

package dev.jubelet.codec.rules;

import dev.jubelet.model.pod.DnsPolicy;
import dev.jubelet.model.pod.HostAlias;
import dev.jubelet.model.pod.PodDnsConfig;
import dev.jubelet.model.pod.PodSpec;
import java.util.List;

/** Host names and name resolution. */
final class NetworkRules {
  private static final int NAMESERVERS_MAX = 3;
  private static final int SEARCHES_MAX = 32;
  private static final int SEARCH_CHARACTERS_MAX = 2048;

  private NetworkRules() {}

  static void check(PodSpec spec, FieldCheck at) {
    at.child("hostname").optional(spec.hostname(), Grammar::dnsLabel);
    at.child("subdomain").optional(spec.subdomain(), Grammar::dnsLabel);
    hostnameOverride(spec, at.child("hostnameOverride"));
    at.child("hostAliases").each(spec.hostAliases(), NetworkRules::hostAlias);
    PodDnsConfig dns = spec.dnsConfig();
    if (spec.dnsPolicy() == DnsPolicy.NONE && (dns == null || dns.nameservers().isEmpty())) {
      at.child("dnsConfig", "nameservers").required("dnsPolicy None needs at least one nameserver");
    }
    if (dns != null) {
      dnsConfig(dns, at.child("dnsConfig"));
    }
  }

  private static void hostnameOverride(PodSpec spec, FieldCheck at) {
    String override = spec.hostnameOverride();
    if (override == null) {
      return;
    }
    at.forbidIf(
        Boolean.TRUE.equals(spec.setHostnameAsFQDN()), "not together with setHostnameAsFQDN");
    at.forbidIf(spec.hostNetwork(), "not together with hostNetwork");
    if (override.length() > 64) {
      at.add("Too long: may not be more than 64 bytes");
    }
    at.grammar(override, Grammar::dnsSubdomain);
  }

  private static void hostAlias(HostAlias alias, FieldCheck at) {
    at.child("ip").named(alias.ip(), Grammar::ip);
    at.child("hostnames")
        .each(alias.hostnames(), (name, each) -> each.grammar(name, Grammar::dnsSubdomain));
  }

  private static void dnsConfig(PodDnsConfig dns, FieldCheck at) {
    FieldCheck servers = at.child("nameservers");
    if (dns.nameservers().size() > NAMESERVERS_MAX) {
      servers.invalid(dns.nameservers(), "at most " + NAMESERVERS_MAX + " are allowed");
    }
    servers.each(dns.nameservers(), (server, each) -> each.grammar(server, Grammar::ip));
    searches(dns.searches(), at.child("searches"));
    at.child("options")
        .each(dns.options(), (option, each) -> each.child("name").present(option.name()));
  }

  private static void searches(List<String> searches, FieldCheck at) {
    if (searches.size() > SEARCHES_MAX) {
      at.invalid(searches.size(), "at most " + SEARCHES_MAX + " are allowed");
    }
    if (String.join(" ", searches).length() > SEARCH_CHARACTERS_MAX) {
      at.add("Too long: may not be more than " + SEARCH_CHARACTERS_MAX + " characters");
    }
    at.each(searches, (search, each) -> each.grammar(search, Grammar::searchDomain));
  }
}

package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
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

  static void check(PodSpec spec, FieldPath path, Findings findings) {
    if (!spec.hostname().isEmpty()) {
      findings.grammar(path.child("hostname"), spec.hostname(), Grammar.dnsLabel(spec.hostname()));
    }
    if (!spec.subdomain().isEmpty()) {
      findings.grammar(
          path.child("subdomain"), spec.subdomain(), Grammar.dnsLabel(spec.subdomain()));
    }
    hostnameOverride(spec, path.child("hostnameOverride"), findings);
    for (int i = 0; i < spec.hostAliases().size(); i++) {
      hostAlias(spec.hostAliases().get(i), path.child("hostAliases").index(i), findings);
    }
    PodDnsConfig dns = spec.dnsConfig();
    if (spec.dnsPolicy() == DnsPolicy.NONE && (dns == null || dns.nameservers().isEmpty())) {
      findings.required(
          path.child("dnsConfig", "nameservers"), "dnsPolicy None needs at least one nameserver");
    }
    if (dns != null) {
      dnsConfig(dns, path.child("dnsConfig"), findings);
    }
  }

  private static void hostnameOverride(PodSpec spec, FieldPath path, Findings findings) {
    String override = spec.hostnameOverride();
    if (override == null) {
      return;
    }
    if (Boolean.TRUE.equals(spec.setHostnameAsFQDN())) {
      findings.forbidden(path, "not together with setHostnameAsFQDN");
    }
    if (spec.hostNetwork()) {
      findings.forbidden(path, "not together with hostNetwork");
    }
    if (override.length() > 64) {
      findings.add(path, "Too long: may not be more than 64 bytes");
    }
    findings.grammar(path, override, Grammar.dnsSubdomain(override));
  }

  private static void hostAlias(HostAlias alias, FieldPath path, Findings findings) {
    findings.named(path.child("ip"), alias.ip(), Grammar.ip(alias.ip()));
    for (int i = 0; i < alias.hostnames().size(); i++) {
      String name = alias.hostnames().get(i);
      findings.grammar(path.child("hostnames").index(i), name, Grammar.dnsSubdomain(name));
    }
  }

  private static void dnsConfig(PodDnsConfig dns, FieldPath path, Findings findings) {
    FieldPath servers = path.child("nameservers");
    if (dns.nameservers().size() > NAMESERVERS_MAX) {
      findings.invalid(servers, dns.nameservers(), "at most " + NAMESERVERS_MAX + " are allowed");
    }
    for (int i = 0; i < dns.nameservers().size(); i++) {
      String server = dns.nameservers().get(i);
      findings.grammar(servers.index(i), server, Grammar.ip(server));
    }
    searches(dns.searches(), path.child("searches"), findings);
    for (int i = 0; i < dns.options().size(); i++) {
      if (dns.options().get(i).name().isEmpty()) {
        findings.required(path.child("options").index(i).child("name"));
      }
    }
  }

  private static void searches(List<String> searches, FieldPath path, Findings findings) {
    if (searches.size() > SEARCHES_MAX) {
      findings.invalid(path, searches.size(), "at most " + SEARCHES_MAX + " are allowed");
    }
    if (String.join(" ", searches).length() > SEARCH_CHARACTERS_MAX) {
      findings.add(path, "Too long: may not be more than " + SEARCH_CHARACTERS_MAX + " characters");
    }
    for (int i = 0; i < searches.size(); i++) {
      findings.grammar(path.index(i), searches.get(i), Grammar.searchDomain(searches.get(i)));
    }
  }
}

package dev.jubelet.model.pod;

import java.util.List;

public record PodDnsConfig(
    List<String> nameservers, List<String> searches, List<PodDnsConfigOption> options) {

  public PodDnsConfig {
    nameservers = List.copyOf(nameservers);
    searches = List.copyOf(searches);
    options = List.copyOf(options);
  }
}

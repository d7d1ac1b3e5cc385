package dev.jubelet.model.runtime.config;

import java.util.List;

public record DnsSettings(List<String> servers, List<String> searches, List<String> options) {
  public static final DnsSettings NONE = new DnsSettings(List.of(), List.of(), List.of());

  public DnsSettings {
    servers = List.copyOf(servers);
    searches = List.copyOf(searches);
    options = List.copyOf(options);
  }
}

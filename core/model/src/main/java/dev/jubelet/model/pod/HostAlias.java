package dev.jubelet.model.pod;

import java.util.List;

public record HostAlias(String ip, List<String> hostnames) {

  public HostAlias {
    hostnames = List.copyOf(hostnames);
  }
}

package dev.jubelet.model.status;

import java.util.List;

public record ResourceStatus(String name, List<ResourceHealth> resources) {

  public ResourceStatus {
    resources = List.copyOf(resources);
  }
}

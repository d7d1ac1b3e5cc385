package dev.jubelet.model.status;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import java.util.List;
import java.util.Map;

public record NodeAllocatableResourceClaimStatus(
    String resourceClaimName, List<String> containers, Map<String, Quantity> resources) {

  public NodeAllocatableResourceClaimStatus {
    containers = List.copyOf(containers);
    resources = Ordered.copyOf(resources);
  }
}

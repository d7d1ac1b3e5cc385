package dev.jubelet.model.container;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import java.util.List;
import java.util.Map;

public record ResourceRequirements(
    Map<String, Quantity> limits, Map<String, Quantity> requests, List<ResourceClaim> claims) {

  public ResourceRequirements {
    limits = Ordered.copyOf(limits);
    requests = Ordered.copyOf(requests);
    claims = List.copyOf(claims);
  }
}

package dev.jubelet.model.volume;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import java.util.Map;

public record VolumeResourceRequirements(
    Map<String, Quantity> limits, Map<String, Quantity> requests) {

  public VolumeResourceRequirements {
    limits = Ordered.copyOf(limits);
    requests = Ordered.copyOf(requests);
  }
}

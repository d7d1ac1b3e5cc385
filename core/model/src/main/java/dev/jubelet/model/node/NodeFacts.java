package dev.jubelet.model.node;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import java.util.Map;

/** What the machine is and has. {@code allocatable} is capacity less what is reserved. */
public record NodeFacts(
    String nodeName,
    Map<String, String> labels,
    Map<String, Quantity> capacity,
    Map<String, Quantity> allocatable,
    String operatingSystem,
    String architecture) {
  public NodeFacts {
    labels = Ordered.copyOf(labels);
    capacity = Ordered.copyOf(capacity);
    allocatable = Ordered.copyOf(allocatable);
  }
}

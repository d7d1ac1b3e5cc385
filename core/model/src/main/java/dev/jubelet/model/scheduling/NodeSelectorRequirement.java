package dev.jubelet.model.scheduling;

import java.util.List;

public record NodeSelectorRequirement(
    String key, NodeSelectorOperator operator, List<String> values) {

  public NodeSelectorRequirement {
    values = List.copyOf(values);
  }
}

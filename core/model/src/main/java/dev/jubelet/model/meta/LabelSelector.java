package dev.jubelet.model.meta;

import java.util.List;
import java.util.Map;

public record LabelSelector(
    Map<String, String> matchLabels, List<LabelSelectorRequirement> matchExpressions) {
  public LabelSelector {
    matchLabels = Ordered.copyOf(matchLabels);
    matchExpressions = List.copyOf(matchExpressions);
  }
}

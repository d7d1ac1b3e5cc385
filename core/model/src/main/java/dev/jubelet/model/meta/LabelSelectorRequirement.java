package dev.jubelet.model.meta;

import java.util.List;

public record LabelSelectorRequirement(String key, String operator, List<String> values) {
  public LabelSelectorRequirement {
    values = List.copyOf(values);
  }
}

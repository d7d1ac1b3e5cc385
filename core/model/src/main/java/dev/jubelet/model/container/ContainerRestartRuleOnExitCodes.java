package dev.jubelet.model.container;

import java.util.List;

public record ContainerRestartRuleOnExitCodes(
    ContainerRestartRuleOnExitCodesOperator operator, List<Integer> values) {

  public ContainerRestartRuleOnExitCodes {
    values = List.copyOf(values);
  }
}

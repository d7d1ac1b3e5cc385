package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum ContainerRestartRuleOnExitCodesOperator implements WireName {
  IN,
  NOT_IN
}

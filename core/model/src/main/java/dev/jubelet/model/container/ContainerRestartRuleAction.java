package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum ContainerRestartRuleAction implements WireName {
  RESTART,
  RESTART_ALL_CONTAINERS
}

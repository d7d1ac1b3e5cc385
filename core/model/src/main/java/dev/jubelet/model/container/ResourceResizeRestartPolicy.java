package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum ResourceResizeRestartPolicy implements WireName {
  NOT_REQUIRED,
  RESTART_CONTAINER
}

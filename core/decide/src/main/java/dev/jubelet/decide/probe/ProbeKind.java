package dev.jubelet.decide.probe;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.Probe;
import dev.jubelet.model.meta.WireName;
import org.jspecify.annotations.Nullable;

/** The three questions about a running container. */
public enum ProbeKind implements WireName {
  /** Has it begun? Until it has, nobody asks the other two. */
  STARTUP,
  /** May it be given work? */
  READINESS,
  /** Is it beyond help? */
  LIVENESS;

  public @Nullable Probe in(Container container) {
    return switch (this) {
      case STARTUP -> container.startupProbe();
      case READINESS -> container.readinessProbe();
      case LIVENESS -> container.livenessProbe();
    };
  }

  /** What counts of a new instance before anybody has asked. */
  ProbeVerdict atFirst() {
    return switch (this) {
      case STARTUP -> ProbeVerdict.UNKNOWN;
      case READINESS -> ProbeVerdict.FAILURE;
      case LIVENESS -> ProbeVerdict.SUCCESS;
    };
  }
}

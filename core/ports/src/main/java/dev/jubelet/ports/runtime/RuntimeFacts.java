package dev.jubelet.ports.runtime;

import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.runtime.RuntimeVersion;
import dev.jubelet.model.runtime.config.CgroupDriver;
import java.util.Optional;

/** What the runtime says of itself. */
public interface RuntimeFacts {
  RuntimeVersion version();

  RuntimeReadiness readiness();

  /** Empty when the runtime is too old to say: then the configured driver counts. */
  Optional<CgroupDriver> cgroupDriver();

  RuntimeFeatures features();

  void updatePodCidr(String cidr);
}

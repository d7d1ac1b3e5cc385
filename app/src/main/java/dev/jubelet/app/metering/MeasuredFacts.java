package dev.jubelet.app.metering;

import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.runtime.RuntimeVersion;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.ports.runtime.RuntimeFacts;
import java.util.Optional;

record MeasuredFacts(RuntimeFacts inner, Meter meter) implements RuntimeFacts {
  @Override
  public RuntimeVersion version() {
    return meter.measure("version", inner::version);
  }

  @Override
  public RuntimeReadiness readiness() {
    return meter.measure("status", inner::readiness);
  }

  @Override
  public Optional<CgroupDriver> cgroupDriver() {
    return meter.measure("runtime_config", inner::cgroupDriver);
  }

  @Override
  public RuntimeFeatures features() {
    return meter.measure("features", inner::features);
  }

  @Override
  public void updatePodCidr(String cidr) {
    meter.measure("update_runtime_config", () -> inner.updatePodCidr(cidr));
  }
}

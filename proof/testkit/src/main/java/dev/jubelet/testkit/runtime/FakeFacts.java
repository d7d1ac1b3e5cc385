package dev.jubelet.testkit.runtime;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.runtime.RuntimeVersion;
import dev.jubelet.model.runtime.UsageFigure;
import dev.jubelet.model.runtime.UsageMetric;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.ports.runtime.RuntimeFacts;
import dev.jubelet.ports.runtime.RuntimeStats;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

final class FakeFacts implements RuntimeFacts, RuntimeStats {
  private final RuntimeState state;
  RuntimeReadiness readiness = RuntimeReadiness.READY;
  Optional<CgroupDriver> cgroupDriver = Optional.of(CgroupDriver.CGROUPFS);
  RuntimeFeatures features =
      new RuntimeFeatures(Map.of("", new RuntimeFeatures.Handler(true, true)), true);
  String podCidr = "";
  long memoryUsage = 1L << 20;

  FakeFacts(RuntimeState state) {
    this.state = state;
  }

  @Override
  public RuntimeVersion version() {
    return state.call(
        OutsideCall.of(Operation.FACTS), () -> new RuntimeVersion("fake", "1.0.0", "v1"));
  }

  @Override
  public RuntimeReadiness readiness() {
    return state.call(OutsideCall.of(Operation.FACTS), () -> readiness);
  }

  @Override
  public Optional<CgroupDriver> cgroupDriver() {
    return state.call(OutsideCall.of(Operation.FACTS), () -> cgroupDriver);
  }

  @Override
  public RuntimeFeatures features() {
    return state.call(OutsideCall.of(Operation.FACTS), () -> features);
  }

  @Override
  public void updatePodCidr(String cidr) {
    state.run(OutsideCall.of(Operation.POD_CIDR_UPDATE), () -> podCidr = cidr);
  }

  /** A tenth of a core since the start, and a mebibyte each. */
  @Override
  public List<ResourceUsage> containers(@Nullable PodUid uid) {
    return state.call(
        new OutsideCall(Operation.STATS, uid, ""),
        () -> {
          Instant now = state.outside.now();
          return state.containers.values().stream()
              .filter(c -> c.runningAt(now) && (uid == null || c.uid().equals(uid)))
              .map(c -> usage(c, now))
              .toList();
        });
  }

  private ResourceUsage usage(FakeContainer container, Instant now) {
    Instant since = container.startedAt == null ? now : container.startedAt;
    return new ResourceUsage(
        container.id.value(),
        container.uid(),
        container.config.name(),
        now,
        Duration.between(since, now).toNanos() / 10,
        1L << 20,
        1L << 12,
        memoryUsage);
  }

  /** A network for each sandbox, and a process for each container. */
  @Override
  public Map<String, List<UsageFigure>> figures() {
    return state.call(
        OutsideCall.of(Operation.STATS),
        () -> {
          Map<String, List<UsageFigure>> all = new TreeMap<>();
          state.sandboxes.keySet().stream()
              .map(Object::toString)
              .forEach(id ->
                  all.put(id, List.of(UsageFigure.of(UsageMetric.NET_RX_BYTES, 1 << 10, "eth0"))));
          state.containers.keySet().stream()
              .map(Object::toString)
              .forEach(id -> all.put(id, List.of(UsageFigure.of(UsageMetric.PROCESSES, 1))));
          return all;
        });
  }

  @Override
  public List<ResourceUsage> sandboxes(@Nullable PodUid uid) {
    return state.call(
        new OutsideCall(Operation.STATS, uid, ""),
        () -> {
          Instant now = state.outside.now();
          return state.sandboxes.values().stream()
              .filter(s -> s.ready && (uid == null || s.uid().equals(uid)))
              .map(s ->
                  new ResourceUsage(
                      s.id.value(),
                      s.uid(),
                      s.config.name(),
                      now,
                      Duration.between(s.createdAt, now).toNanos() / 10,
                      1L << 20,
                      0,
                      1L << 20))
              .toList();
        });
  }
}

package dev.jubelet.engine.act;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.resize.PodAllocation;
import dev.jubelet.decide.resize.ResizeStep;
import dev.jubelet.decide.resources.LinuxLimits;
import dev.jubelet.decide.resources.PodCgroupValues;
import dev.jubelet.decide.resources.ResourceNames;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodCgroups;
import dev.jubelet.ports.runtime.ContainerRuntime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps of a resize. Each may be repeated. */
final class Resize {
  private final ContainerRuntime runtime;
  private final PodCgroups cgroups;
  private final PodRunSettings runSettings;
  private final LinuxLimits limits;

  Resize(ContainerRuntime runtime, PodCgroups cgroups, PodRunSettings runSettings) {
    this.runtime = runtime;
    this.cgroups = cgroups;
    this.runSettings = runSettings;
    this.limits = new LinuxLimits(runSettings.settings(), runSettings.machine());
  }

  void perform(Action.Resize action) {
    switch (action.step()) {
      case ResizeStep.Begin begin -> begin(action.pod(), begin);
      case ResizeStep.Change change ->
          runtime
              .containers()
              .updateResources(
                  change.instance().id(),
                  limits.ofContainer(action.pod(), change.container(), memoryCapacity()));
      case ResizeStep.Finish _ ->
          cgroups.ensure(PodCgroupValues.of(action.pod(), runSettings.settings()));
    }
  }

  private void begin(Pod pod, ResizeStep.Begin begin) {
    List<String> below = belowUse(pod, begin);
    if (!below.isEmpty()) {
      throw new OutsideFailure(
          FailureKind.EXHAUSTED, "cannot decrease memory limits: " + String.join(", ", below));
    }
    tellRuntime(pod, begin.sandbox());
    cgroups.ensure(PodCgroupValues.of(begin.widest(), runSettings.settings()));
  }

  /** Kubernetes: a limit below what is used would be an out-of-memory kill by us. */
  private List<String> belowUse(Pod pod, ResizeStep.Begin begin) {
    Long podLimit = loweredPodLimit(pod, begin.before());
    if (begin.lowered().isEmpty() && podLimit == null) {
      return List.of();
    }
    List<ResourceUsage> usages = runtime.stats().containers(pod.uid());
    List<String> complaints = new ArrayList<>();
    long all = usages.stream().mapToLong(ResourceUsage::memoryUsageBytes).sum();
    if (podLimit != null && all >= podLimit) {
      complaints.add("the pod uses " + all + " bytes, its limit would be " + podLimit);
    }
    PodAllocation now = PodAllocation.of(pod);
    for (ObservedContainer container : begin.lowered()) {
      long limit = now.amounts(container.name()).memoryLimit();
      usages.stream()
          .filter(usage -> usage.id().equals(container.id().value()))
          .filter(usage -> usage.memoryUsageBytes() >= limit)
          .map(usage ->
              "container \"%s\" uses %d bytes, its limit would be %d"
                  .formatted(container.name(), usage.memoryUsageBytes(), limit))
          .forEach(complaints::add);
    }
    return complaints;
  }

  private @Nullable Long loweredPodLimit(Pod pod, Pod before) {
    Long now = PodCgroupValues.of(pod, runSettings.settings()).memoryLimitBytes();
    Long old = PodCgroupValues.of(before, runSettings.settings()).memoryLimitBytes();
    return now != null && (old == null || now < old) ? now : null;
  }

  /** CRI: a runtime may refuse; one that does not know the call does not care. */
  private void tellRuntime(Pod pod, SandboxId sandbox) {
    try {
      runtime.sandboxes().updateResources(sandbox, limits.ofOverhead(pod), limits.ofSandbox(pod));
    } catch (OutsideFailure failure) {
      if (failure.kind() != FailureKind.UNIMPLEMENTED) {
        throw failure;
      }
    }
  }

  private long memoryCapacity() {
    return runSettings.facts().capacity().getOrDefault(ResourceNames.MEMORY, Quantity.ZERO).value();
  }
}

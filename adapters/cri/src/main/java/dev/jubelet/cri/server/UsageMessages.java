package dev.jubelet.cri.server;

import dev.jubelet.cri.messages.StatsMessages;
import dev.jubelet.cri.wire.ContainerFilter;
import dev.jubelet.cri.wire.ContainerStats;
import dev.jubelet.cri.wire.PodSandboxFilter;
import dev.jubelet.cri.wire.PodSandboxStats;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ImageFilesystem;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.UsageFigure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Figures, together with whose they are. What does not run has none and is left out. */
final class UsageMessages {
  /** One container and what it uses. */
  record OfContainer(ObservedContainer container, ResourceUsage usage) {}

  /** One sandbox, what it uses in all, and what is in it. */
  record OfSandbox(ObservedSandbox sandbox, ResourceUsage usage, List<OfContainer> containers) {}

  private final ContainerRuntime runtime;
  private volatile String filesystem = "";

  UsageMessages(ContainerRuntime runtime) {
    this.runtime = runtime;
  }

  Map<String, List<UsageFigure>> figures() {
    return runtime.stats().figures();
  }

  List<OfContainer> containers(ContainerFilter filter) {
    PodUid pod = Filters.pod(filter.getLabelSelectorMap());
    Map<String, ResourceUsage> usages = byId(runtime.stats().containers(pod));
    List<OfContainer> found = new ArrayList<>();
    for (ObservedContainer container : Filters.containers(filter, runtime.containers().list(pod))) {
      ResourceUsage usage = usages.get(container.id().value());
      if (usage != null) {
        found.add(new OfContainer(container, usage));
      }
    }
    return found;
  }

  List<OfSandbox> sandboxes(PodSandboxFilter filter) {
    PodUid pod = Filters.pod(filter.getLabelSelectorMap());
    Map<String, ResourceUsage> usages = byId(runtime.stats().sandboxes(pod));
    Map<SandboxId, List<OfContainer>> inside = new HashMap<>();
    for (OfContainer each : containers(ofSamePod(filter))) {
      inside.computeIfAbsent(each.container().sandbox(), _ -> new ArrayList<>()).add(each);
    }
    List<OfSandbox> found = new ArrayList<>();
    for (ObservedSandbox sandbox : Filters.sandboxes(filter, runtime.sandboxes().list(pod))) {
      ResourceUsage usage = usages.get(sandbox.id().value());
      if (usage != null) {
        found.add(new OfSandbox(sandbox, usage, inside.getOrDefault(sandbox.id(), List.of())));
      }
    }
    return found;
  }

  /** Other labels of a sandbox need not be those of its containers. */
  private static ContainerFilter ofSamePod(PodSandboxFilter filter) {
    PodUid pod = Filters.pod(filter.getLabelSelectorMap());
    return pod == null ? ContainerFilter.getDefaultInstance() : Filters.ofPod(pod);
  }

  ContainerStats stats(OfContainer each) {
    return StatsMessages.stats(each.container(), each.usage(), filesystem());
  }

  PodSandboxStats stats(OfSandbox each) {
    return StatsMessages.stats(
        each.sandbox(), each.usage(), each.containers().stream().map(this::stats).toList());
  }

  /** Where writable layers lie, which does not change; counting it anew each time costs. */
  private String filesystem() {
    String known = filesystem;
    if (known.isEmpty()) {
      List<ImageFilesystem> all = runtime.images().filesystems();
      known = all.isEmpty() ? "" : all.getFirst().mountpoint();
      filesystem = known;
    }
    return known;
  }

  private static Map<String, ResourceUsage> byId(List<ResourceUsage> usages) {
    Map<String, ResourceUsage> byId = new HashMap<>();
    usages.forEach(usage -> byId.put(usage.id(), usage));
    return byId;
  }
}

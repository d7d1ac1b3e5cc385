package dev.jubelet.decide.volume;

import dev.jubelet.decide.environment.ContainerResourceFields;
import dev.jubelet.decide.environment.PodFields;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.env.ObjectFieldSelector;
import dev.jubelet.model.container.env.ResourceFieldSelector;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.projection.DownwardApiVolumeFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Files in which containers read about their pod. */
final class DownwardFiles {
  private DownwardFiles() {}

  static ResolvedValue<Map<String, VolumeFile>> of(
      Pod pod, List<DownwardApiVolumeFile> items, int defaultMode, PayloadSources sources) {
    Map<String, VolumeFile> files = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (DownwardApiVolumeFile item : items) {
      Integer mode = item.mode();
      switch (content(pod, item, sources)) {
        case ResolvedValue.Value(String text) ->
            files.put(
                item.path(), new VolumeFile(Blob.of(text), mode == null ? defaultMode : mode));
        case ResolvedValue.Refused(String why) -> problems.add(why);
      }
    }
    return problems.isEmpty()
        ? ResolvedValue.value(files)
        : ResolvedValue.refused(Payloads.together(problems));
  }

  private static ResolvedValue<String> content(
      Pod pod, DownwardApiVolumeFile item, PayloadSources sources) {
    ObjectFieldSelector field = item.fieldRef();
    ResourceFieldSelector resource = item.resourceFieldRef();
    if (field != null) {
      return PodFields.of(field, pod, sources.fieldInputs());
    }
    if (resource == null) {
      return ResolvedValue.refused(
          "file " + item.path() + " has neither fieldRef nor resourceFieldRef");
    }
    Optional<Container> container =
        Stream.concat(pod.spec().containers().stream(), pod.spec().initContainers().stream())
            .filter(each -> each.name().equals(resource.containerName()))
            .findFirst();
    // Unlike in the environment, limits of every container are filled in with the node's.
    ResourceFieldSelector own =
        new ResourceFieldSelector("", resource.resource(), resource.divisor());
    return container
        .map(each -> ContainerResourceFields.of(own, pod, each, sources.allocatable()))
        .orElseGet(
            () -> ResolvedValue.refused("container " + resource.containerName() + " not found"));
  }
}

package dev.jubelet.cri.server;

import dev.jubelet.cri.messages.ContainerMessages;
import dev.jubelet.cri.messages.PodLabels;
import dev.jubelet.cri.messages.SandboxMessages;
import dev.jubelet.cri.wire.ContainerFilter;
import dev.jubelet.cri.wire.ContainerStatsFilter;
import dev.jubelet.cri.wire.PodSandboxFilter;
import dev.jubelet.cri.wire.PodSandboxStatsFilter;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who is meant by a filter. A shortened id means the only one that begins so; where several do, it
 * means none of them, as at containerd.
 */
final class Filters {
  private Filters() {}

  static List<ObservedSandbox> sandboxes(PodSandboxFilter filter, List<ObservedSandbox> all) {
    return all.stream()
        .filter(byId(filter.getId(), all, each -> each.id().value()))
        .filter(each -> labelled(each.labels(), filter.getLabelSelectorMap()))
        .filter(each ->
            !filter.hasState() || SandboxMessages.state(each) == filter.getState().getState())
        .toList();
  }

  static List<ObservedContainer> containers(ContainerFilter filter, List<ObservedContainer> all) {
    return all.stream()
        .filter(byId(filter.getId(), all, each -> each.id().value()))
        .filter(byId(filter.getPodSandboxId(), all, each -> each.sandbox().value()))
        .filter(each -> labelled(each.labels(), filter.getLabelSelectorMap()))
        .filter(each ->
            !filter.hasState()
                || ContainerMessages.state(each.condition()) == filter.getState().getState())
        .toList();
  }

  /**
   * People name an image as they remember it: with or without its tag, and without the registry.
   *
   * @param named what the runtime itself finds under that name
   */
  static List<ObservedImage> images(
      String name, Optional<ObservedImage> named, List<ObservedImage> all) {
    return all.stream()
        .filter(each ->
            named.map(ObservedImage::id).filter(each.id()::equals).isPresent()
                || each.repoTags().stream().anyMatch(tag -> isOf(tag, name)))
        .toList();
  }

  private static boolean isOf(String tag, String name) {
    String whole = "/" + tag;
    int colon = whole.lastIndexOf(':');
    String repository = colon > whole.lastIndexOf('/') ? whole.substring(0, colon) : whole;
    return whole.endsWith("/" + name) || repository.endsWith("/" + name);
  }

  static ContainerFilter asContainers(ContainerStatsFilter filter) {
    return ContainerFilter.newBuilder()
        .setId(filter.getId())
        .setPodSandboxId(filter.getPodSandboxId())
        .putAllLabelSelector(filter.getLabelSelectorMap())
        .build();
  }

  static PodSandboxFilter asSandboxes(PodSandboxStatsFilter filter) {
    return PodSandboxFilter.newBuilder()
        .setId(filter.getId())
        .putAllLabelSelector(filter.getLabelSelectorMap())
        .build();
  }

  /** The one pod whose things are asked for, which spares a look at all others. */
  static @Nullable PodUid pod(Map<String, String> selector) {
    String uid = selector.get(PodLabels.POD_UID);
    return uid == null ? null : new PodUid(uid);
  }

  static ContainerFilter ofPod(PodUid uid) {
    return ContainerFilter.newBuilder().putLabelSelector(PodLabels.POD_UID, uid.value()).build();
  }

  private static <T> Predicate<T> byId(String id, List<T> all, Function<T, String> idOf) {
    if (id.isEmpty()) {
      return _ -> true;
    }
    List<String> meant = IdPrefixes.meant(id, all.stream().map(idOf).distinct().toList());
    return meant.size() == 1 ? each -> idOf.apply(each).equals(meant.getFirst()) : _ -> false;
  }

  private static boolean labelled(Map<String, String> labels, Map<String, String> selector) {
    return labels.entrySet().containsAll(selector.entrySet());
  }
}

package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record PodAffinityTerm(
    @Nullable LabelSelector labelSelector,
    List<String> namespaces,
    String topologyKey,
    @Nullable LabelSelector namespaceSelector,
    List<String> matchLabelKeys,
    List<String> mismatchLabelKeys) {

  public PodAffinityTerm {
    namespaces = List.copyOf(namespaces);
    matchLabelKeys = List.copyOf(matchLabelKeys);
    mismatchLabelKeys = List.copyOf(mismatchLabelKeys);
  }
}

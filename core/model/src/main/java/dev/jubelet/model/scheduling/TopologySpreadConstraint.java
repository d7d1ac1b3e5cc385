package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record TopologySpreadConstraint(
    int maxSkew,
    String topologyKey,
    @Nullable UnsatisfiableConstraintAction whenUnsatisfiable,
    @Nullable LabelSelector labelSelector,
    @Nullable Integer minDomains,
    @Nullable NodeInclusionPolicy nodeAffinityPolicy,
    @Nullable NodeInclusionPolicy nodeTaintsPolicy,
    List<String> matchLabelKeys) {

  public TopologySpreadConstraint {
    matchLabelKeys = List.copyOf(matchLabelKeys);
  }
}

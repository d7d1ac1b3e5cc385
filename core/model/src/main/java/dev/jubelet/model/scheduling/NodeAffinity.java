package dev.jubelet.model.scheduling;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record NodeAffinity(
    @Nullable NodeSelector requiredDuringSchedulingIgnoredDuringExecution,
    List<PreferredSchedulingTerm> preferredDuringSchedulingIgnoredDuringExecution) {

  public NodeAffinity {
    preferredDuringSchedulingIgnoredDuringExecution =
        List.copyOf(preferredDuringSchedulingIgnoredDuringExecution);
  }
}

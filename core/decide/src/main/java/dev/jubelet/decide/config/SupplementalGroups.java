package dev.jubelet.decide.config;

import dev.jubelet.model.security.PodSecurityContext;
import java.util.ArrayList;
import java.util.List;

/** The groups of a pod's processes beside their first: that of its volumes, then those it lists. */
final class SupplementalGroups {
  private SupplementalGroups() {}

  static List<Long> of(PodSecurityContext context) {
    List<Long> groups = new ArrayList<>();
    Long fsGroup = context.fsGroup();
    if (fsGroup != null) {
      groups.add(fsGroup);
    }
    groups.addAll(context.supplementalGroups());
    return groups;
  }
}

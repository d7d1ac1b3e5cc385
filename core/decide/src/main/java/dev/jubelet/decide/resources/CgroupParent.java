package dev.jubelet.decide.resources;

import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.QosClass;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a pod's cgroup is: {@code <root>/kubepods[/burstable|/besteffort]/pod<uid>}. For systemd
 * each level is a slice whose name repeats those above it, with the dashes of a part written as
 * underscores, since systemd takes a dash for the next level.
 */
public final class CgroupParent {
  private static final String SLICE = ".slice";

  private CgroupParent() {}

  /** The empty string leaves the place to the runtime. */
  public static String of(PodUid uid, QosClass qos, NodeSettings settings) {
    if (!settings.cgroups().perQos()) {
      return "";
    }
    List<String> parts = new ArrayList<>();
    for (String part : settings.cgroups().root().split("/", -1)) {
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    parts.add("kubepods");
    switch (qos) {
      case GUARANTEED -> {}
      case BURSTABLE -> parts.add("burstable");
      case BEST_EFFORT -> parts.add("besteffort");
    }
    parts.add("pod" + checked(uid));
    return switch (settings.cgroups().driver()) {
      case CGROUPFS -> "/" + String.join("/", parts);
      case SYSTEMD -> slices(parts);
    };
  }

  /** A slash would leave the tree, and an underscore could not be told from a dash by systemd. */
  private static String checked(PodUid uid) {
    String value = uid.value();
    if (value.isEmpty() || value.contains("/") || value.contains("_")) {
      throw new IllegalArgumentException("a pod uid cannot name a cgroup: \"" + value + "\"");
    }
    return value;
  }

  private static String slices(List<String> parts) {
    StringBuilder path = new StringBuilder();
    String name = "";
    for (String part : parts) {
      String escaped = part.replace('-', '_');
      name = name.isEmpty() ? escaped : name + "-" + escaped;
      path.append('/').append(name).append(SLICE);
    }
    return path.toString();
  }
}

package dev.jubelet.decide.node;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which labels of a node that exists already are ours to mend. */
public final class NodeLabels {
  private static final List<String> OURS =
      List.of(
          "kubernetes.io/hostname",
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region",
          "node.kubernetes.io/instance-type",
          "beta.kubernetes.io/instance-type",
          "kubernetes.io/os",
          "kubernetes.io/arch",
          "beta.kubernetes.io/os",
          "beta.kubernetes.io/arch");

  private static final List<String> ALWAYS = List.of("kubernetes.io/os", "kubernetes.io/arch");

  private NodeLabels() {}

  /**
   * Those that differ from what we would say. When we come back, all of ours; later only the two
   * that are true of the machine whatever people think.
   */
  public static Map<String, String> mended(
      Map<String, String> wanted, Map<String, String> shown, boolean comesBack) {
    Map<String, String> mended = new LinkedHashMap<>();
    for (String name : comesBack ? OURS : ALWAYS) {
      String value = wanted.get(name);
      if (value != null && !value.isEmpty() && !value.equals(shown.get(name))) {
        mended.put(name, value);
      }
    }
    return mended;
  }
}

package dev.jubelet.decide.admission;

import dev.jubelet.model.scheduling.NodeSelectorRequirement;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The operators of a node selector. A requirement that makes no sense holds for no node: Kubernetes
 * drops the whole term that it stands in.
 */
final class NodeRequirements {
  private static final String NAME_FIELD = "metadata.name";

  private NodeRequirements() {}

  static boolean holdsForLabels(NodeSelectorRequirement requirement, Map<String, String> labels) {
    String label = labels.get(requirement.key());
    List<String> values = requirement.values();
    return switch (requirement.operator()) {
      case IN -> label != null && values.contains(label);
      case NOT_IN -> !values.isEmpty() && !(label != null && values.contains(label));
      case EXISTS -> values.isEmpty() && label != null;
      case DOES_NOT_EXIST -> values.isEmpty() && label == null;
      case GT -> compared(label, values) > 0;
      case LT -> compared(label, values) < 0;
    };
  }

  /** The name is the only field that a node can be chosen by, and only one name at a time. */
  static boolean holdsForFields(NodeSelectorRequirement requirement, String nodeName) {
    if (!requirement.key().equals(NAME_FIELD) || requirement.values().size() != 1) {
      return false;
    }
    boolean named = requirement.values().getFirst().equals(nodeName);
    return switch (requirement.operator()) {
      case IN -> named;
      case NOT_IN -> !named;
      case EXISTS, DOES_NOT_EXIST, GT, LT -> false;
    };
  }

  /** Zero, which satisfies neither operator, when there are no two whole numbers to compare. */
  private static int compared(@Nullable String label, List<String> values) {
    if (label == null || values.size() != 1) {
      return 0;
    }
    OptionalLong have = number(label);
    OptionalLong bound = number(values.getFirst());
    if (have.isEmpty() || bound.isEmpty()) {
      return 0;
    }
    return Long.compare(have.getAsLong(), bound.getAsLong());
  }

  private static OptionalLong number(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException notANumber) {
      // A label may be any text; then it is neither greater nor less.
      return OptionalLong.empty();
    }
  }
}

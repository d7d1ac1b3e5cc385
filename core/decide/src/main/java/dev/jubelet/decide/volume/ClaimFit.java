package dev.jubelet.decide.volume;

import dev.jubelet.model.meta.LabelSelector;
import dev.jubelet.model.meta.LabelSelectorRequirement;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.volume.PersistentVolumeClaimSpec;
import dev.jubelet.model.volume.PersistentVolumeMode;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a persistent volume has what a claim asks for. */
final class ClaimFit {
  private static final String STORAGE = "storage";

  private ClaimFit() {}

  static Quantity capacity(PersistentVolume volume) {
    return volume.spec().capacity().getOrDefault(STORAGE, Quantity.ZERO);
  }

  static boolean block(@Nullable PersistentVolumeMode mode) {
    return mode == PersistentVolumeMode.BLOCK;
  }

  static Optional<String> problem(PersistentVolumeClaimSpec claim, PersistentVolume volume) {
    String asked = Objects.requireNonNullElse(claim.storageClassName(), "");
    if (!asked.equals(volume.spec().storageClassName())) {
      return Optional.of("storageClassName does not match");
    }
    if (!volume.spec().accessModes().containsAll(claim.accessModes())) {
      return Optional.of("incompatible accessMode");
    }
    if (block(claim.volumeMode()) != block(volume.spec().volumeMode())) {
      return Optional.of("incompatible volumeMode");
    }
    Quantity request = claim.resources().requests().getOrDefault(STORAGE, Quantity.ZERO);
    if (capacity(volume).compareTo(request) < 0) {
      return Optional.of("requested PV is too small");
    }
    LabelSelector selector = claim.selector();
    return selector == null || selects(selector, volume.metadata().labels())
        ? Optional.empty()
        : Optional.of("its labels are not those that the claim selects");
  }

  private static boolean selects(LabelSelector selector, Map<String, String> labels) {
    return selector.matchLabels().entrySet().stream()
            .allMatch(wanted -> wanted.getValue().equals(labels.get(wanted.getKey())))
        && selector.matchExpressions().stream().allMatch(wanted -> holds(wanted, labels));
  }

  /** Kubernetes: an operator that nobody knows selects nothing. */
  private static boolean holds(LabelSelectorRequirement wanted, Map<String, String> labels) {
    String label = labels.get(wanted.key());
    return switch (wanted.operator()) {
      case "In" -> label != null && wanted.values().contains(label);
      case "NotIn" -> label == null || !wanted.values().contains(label);
      case "Exists" -> label != null;
      case "DoesNotExist" -> label == null;
      default -> false;
    };
  }
}

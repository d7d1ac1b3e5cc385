package dev.jubelet.decide.volume;

import dev.jubelet.decide.admission.NodeAffinityRule;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.PersistentVolumeSpec.ClaimReference;
import dev.jubelet.model.objects.PersistentVolumeSpec.VolumeNodeAffinity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which persistent volume a claim gets where no API server decides it: the one that the claim
 * names, else one that names the claim, else the one it had before, else the smallest of the free
 * ones that fit, by name where two are alike, else a directory of this node. All of it is a
 * function of the manifests and of what was bound before.
 *
 * @param boundBefore claims by the name of the volume that they were given
 */
public record ClaimBinding(
    List<PersistentVolume> volumes, Map<String, String> boundBefore, NodeFacts node) {
  /** The storage class of directories that this node makes. */
  public static final String OWN_CLASS = "jubelet-local";

  public ClaimBinding {
    volumes = List.copyOf(volumes);
    boundBefore = Ordered.copyOf(boundBefore);
  }

  /** How a claim is called in the memory of what was bound. */
  public static String name(PersistentVolumeClaim claim) {
    return claim.metadata().namespace() + "/" + claim.metadata().name();
  }

  public Binding of(PersistentVolumeClaim claim) {
    String wanted = claim.spec().volumeName();
    if (!wanted.isEmpty()) {
      return volumes.stream()
          .filter(volume -> volume.metadata().name().equals(wanted))
          .findFirst()
          .map(volume -> checked(claim, volume))
          .orElse(new Binding.Refused("persistentvolume \"" + wanted + "\" not found"));
    }
    return sorted(volume -> refersTo(volume.spec().claimRef(), claim))
        .or(() -> sorted(volume -> name(claim).equals(boundBefore.get(volume.metadata().name()))))
        .map(volume -> checked(claim, volume))
        .or(() -> sorted(volume -> free(volume) && suits(claim, volume)).map(Binding.Bound::new))
        .orElseGet(() -> own(claim));
  }

  private Optional<PersistentVolume> sorted(Predicate<PersistentVolume> filter) {
    return volumes.stream()
        .filter(filter)
        .min(
            Comparator.comparing(ClaimFit::capacity)
                .thenComparing(volume -> volume.metadata().name()));
  }

  private boolean free(PersistentVolume volume) {
    return volume.spec().claimRef() == null && !boundBefore.containsKey(volume.metadata().name());
  }

  private boolean suits(PersistentVolumeClaim claim, PersistentVolume volume) {
    return ClaimFit.problem(claim.spec(), volume).isEmpty() && here(volume);
  }

  private boolean here(PersistentVolume volume) {
    VolumeNodeAffinity affinity = volume.spec().nodeAffinity();
    return affinity == null || NodeAffinityRule.suits(affinity.required(), node);
  }

  private Binding checked(PersistentVolumeClaim claim, PersistentVolume volume) {
    String name = volume.metadata().name();
    ClaimReference reserved = volume.spec().claimRef();
    if (reserved != null && !refersTo(reserved, claim)) {
      return new Binding.Refused(
          "persistentvolume \""
              + name
              + "\" is reserved for claim "
              + reserved.namespace()
              + "/"
              + reserved.name());
    }
    String holder = boundBefore.get(name);
    if (reserved == null && holder != null && !holder.equals(name(claim))) {
      return new Binding.Refused("persistentvolume \"" + name + "\" is bound to claim " + holder);
    }
    Optional<String> problem = ClaimFit.problem(claim.spec(), volume);
    if (problem.isPresent()) {
      return new Binding.Refused(
          "persistentvolume \""
              + name
              + "\" does not fit claim "
              + name(claim)
              + ": "
              + problem.get());
    }
    return here(volume)
        ? new Binding.Bound(volume)
        : new Binding.Refused(
            "persistentvolume \""
                + name
                + "\" is not for this node: volume node affinity conflict");
  }

  private static boolean refersTo(@Nullable ClaimReference reference, PersistentVolumeClaim claim) {
    return reference != null
        && reference.namespace().equals(claim.metadata().namespace())
        && reference.name().equals(claim.metadata().name())
        && (reference.uid().isEmpty() || reference.uid().equals(claim.metadata().uid()));
  }

  private static Binding own(PersistentVolumeClaim claim) {
    return ownProblem(claim)
        .<Binding>map(why ->
            new Binding.Refused("no persistent volume fits claim " + name(claim) + ": " + why))
        .orElseGet(Binding.OwnDirectory::new);
  }

  /** Why this node cannot make a directory for the claim. */
  static Optional<String> ownProblem(PersistentVolumeClaim claim) {
    String storageClass = Objects.requireNonNullElse(claim.spec().storageClassName(), "");
    if (!storageClass.isEmpty() && !storageClass.equals(OWN_CLASS)) {
      return Optional.of("storage class \"" + storageClass + "\" is not one of this node");
    }
    if (ClaimFit.block(claim.spec().volumeMode())) {
      return Optional.of("volumeMode Block needs a volume of its own");
    }
    if (claim.spec().selector() != null) {
      return Optional.of("none has the labels that it selects");
    }
    return claim.spec().dataSource() != null || claim.spec().dataSourceRef() != null
        ? Optional.of("a dataSource cannot be filled in by this node")
        : Optional.empty();
  }

  /** A claim that lives with its pod only gets a directory that does, too. */
  public static Binding ofEphemeral(PersistentVolumeClaim claim) {
    return own(claim);
  }
}

package dev.jubelet.codec.rules;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.PersistentVolumeSpec;
import dev.jubelet.model.volume.PersistentVolumeClaimSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What persistent volumes and claims on them need, as far as a node depends on it. */
public final class StorageRules {
  private static final List<String> RECLAIM_POLICIES = List.of("Delete", "Recycle", "Retain");
  private static final String STORAGE = "storage";

  private StorageRules() {}

  public static List<Finding> check(PersistentVolume volume) {
    FieldCheck root = FieldCheck.root();
    MetadataRules.check(volume.metadata(), root.child("metadata"));
    root.child("metadata", "namespace")
        .forbidIf(
            !volume.metadata().namespace().isEmpty(), "a PersistentVolume belongs to no namespace");
    FieldCheck at = root.child("spec");
    PersistentVolumeSpec spec = volume.spec();
    storage(spec.capacity(), at.child("capacity"));
    if (spec.accessModes().isEmpty()) {
      at.child("accessModes").required();
    }
    if (!RECLAIM_POLICIES.contains(spec.persistentVolumeReclaimPolicy())) {
      at.child("persistentVolumeReclaimPolicy")
          .unsupported(spec.persistentVolumeReclaimPolicy(), RECLAIM_POLICIES);
    }
    at.child("storageClassName").optional(spec.storageClassName(), Grammar::dnsSubdomain);
    sources(spec, at);
    return root.found();
  }

  private static void sources(PersistentVolumeSpec spec, FieldCheck at) {
    List<String> sources = new ArrayList<>();
    if (spec.local() != null) {
      sources.add("local");
      path(spec.local().path(), at.child("local", "path"));
    }
    if (spec.hostPath() != null) {
      sources.add("hostPath");
      path(spec.hostPath().path(), at.child("hostPath", "path"));
    }
    if (spec.nfs() != null) {
      sources.add("nfs");
      path(spec.nfs().path(), at.child("nfs", "path"));
      at.child("nfs", "server").present(spec.nfs().server());
    }
    if (sources.isEmpty()) {
      at.required("without a cluster only local, hostPath and nfs volumes are supported");
    }
    at.onlyFirst(sources, "source");
  }

  private static void path(String path, FieldCheck at) {
    if (path.isEmpty()) {
      at.required();
    } else if (!path.startsWith("/")) {
      at.invalid(path, "must be an absolute path");
    } else {
      at.grammar(path, Grammar::noBacksteps);
    }
  }

  public static List<Finding> check(PersistentVolumeClaim claim) {
    FieldCheck root = FieldCheck.root();
    MetadataRules.check(claim.metadata(), root.child("metadata"));
    FieldCheck at = root.child("spec");
    PersistentVolumeClaimSpec spec = claim.spec();
    if (spec.accessModes().isEmpty()) {
      at.child("accessModes").required();
    }
    storage(spec.resources().requests(), at.child("resources", "requests"));
    at.child("volumeName").optional(spec.volumeName(), Grammar::dnsSubdomain);
    at.child("storageClassName").optional(spec.storageClassName(), Grammar::dnsSubdomain);
    return root.found();
  }

  private static void storage(Map<String, Quantity> amounts, FieldCheck path) {
    FieldCheck at = path.key(STORAGE);
    Quantity storage = amounts.get(STORAGE);
    if (storage == null) {
      at.required();
    } else if (storage.signum() <= 0) {
      at.invalid(storage.toString(), "must be greater than zero");
    }
  }
}

package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
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
  private static final FieldPath SPEC = FieldPath.ROOT.child("spec");
  private static final List<String> RECLAIM_POLICIES = List.of("Delete", "Recycle", "Retain");
  private static final String STORAGE = "storage";

  private StorageRules() {}

  public static List<Finding> check(PersistentVolume volume) {
    Findings findings = new Findings();
    MetadataRules.check(volume.metadata(), findings);
    if (!volume.metadata().namespace().isEmpty()) {
      findings.forbidden(
          FieldPath.ROOT.child("metadata", "namespace"),
          "a PersistentVolume belongs to no namespace");
    }
    PersistentVolumeSpec spec = volume.spec();
    storage(spec.capacity(), SPEC.child("capacity"), findings);
    if (spec.accessModes().isEmpty()) {
      findings.required(SPEC.child("accessModes"));
    }
    if (!RECLAIM_POLICIES.contains(spec.persistentVolumeReclaimPolicy())) {
      findings.unsupported(
          SPEC.child("persistentVolumeReclaimPolicy"),
          spec.persistentVolumeReclaimPolicy(),
          RECLAIM_POLICIES);
    }
    storageClass(spec.storageClassName(), findings);
    sources(spec, findings);
    return findings.list();
  }

  private static void sources(PersistentVolumeSpec spec, Findings findings) {
    List<String> sources = new ArrayList<>();
    if (spec.local() != null) {
      sources.add("local");
      path(spec.local().path(), SPEC.child("local", "path"), findings);
    }
    if (spec.hostPath() != null) {
      sources.add("hostPath");
      path(spec.hostPath().path(), SPEC.child("hostPath", "path"), findings);
    }
    if (spec.nfs() != null) {
      sources.add("nfs");
      path(spec.nfs().path(), SPEC.child("nfs", "path"), findings);
      if (spec.nfs().server().isEmpty()) {
        findings.required(SPEC.child("nfs", "server"));
      }
    }
    if (sources.isEmpty()) {
      findings.required(SPEC, "a node by itself has volumes of local, hostPath and nfs");
    }
    for (String more : sources.subList(Math.min(1, sources.size()), sources.size())) {
      findings.forbidden(SPEC.child(more), "there is already the source " + sources.getFirst());
    }
  }

  private static void path(String path, FieldPath at, Findings findings) {
    if (path.isEmpty()) {
      findings.required(at);
    } else if (!path.startsWith("/")) {
      findings.invalid(at, path, "must be an absolute path");
    } else {
      findings.grammar(at, path, Grammar.noBacksteps(path));
    }
  }

  public static List<Finding> check(PersistentVolumeClaim claim) {
    Findings findings = new Findings();
    MetadataRules.check(claim.metadata(), findings);
    PersistentVolumeClaimSpec spec = claim.spec();
    if (spec.accessModes().isEmpty()) {
      findings.required(SPEC.child("accessModes"));
    }
    storage(spec.resources().requests(), SPEC.child("resources", "requests"), findings);
    if (!spec.volumeName().isEmpty()) {
      findings.grammar(
          SPEC.child("volumeName"), spec.volumeName(), Grammar.dnsSubdomain(spec.volumeName()));
    }
    String storageClass = spec.storageClassName();
    storageClass(storageClass == null ? "" : storageClass, findings);
    return findings.list();
  }

  private static void storageClass(String name, Findings findings) {
    if (!name.isEmpty()) {
      findings.grammar(SPEC.child("storageClassName"), name, Grammar.dnsSubdomain(name));
    }
  }

  private static void storage(Map<String, Quantity> amounts, FieldPath path, Findings findings) {
    Quantity storage = amounts.get(STORAGE);
    if (storage == null) {
      findings.required(path.key(STORAGE));
    } else if (storage.signum() <= 0) {
      findings.invalid(path.key(STORAGE), storage.toString(), "must be greater than zero");
    }
  }
}

package dev.jubelet.codec;

import dev.jubelet.codec.rules.Finding;
import dev.jubelet.codec.rules.ObjectRules;
import dev.jubelet.codec.rules.StorageRules;
import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.json.Node;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.NodeObject;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.Secret;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one object that pods refer to, with the defaults of the API server. */
final class ObjectManifests {
  private static final RecordDecoder DECODER = RecordDecoder.lenient();

  private ObjectManifests() {}

  /** Null when there was an error, which is then in {@code problems}. */
  static @Nullable NodeObject read(
      String kind, Node.Fields manifest, FieldPath path, Problems problems) {
    Problems own = new Problems();
    NodeObject object =
        switch (kind) {
          case "ConfigMap" -> DECODER.decode(inNamespace(manifest), ConfigMap.class, path, own);
          case "Secret" -> DECODER.decode(secret(manifest), Secret.class, path, own);
          case "PersistentVolume" ->
              DECODER.decode(volume(manifest), PersistentVolume.class, path, own);
          case "PersistentVolumeClaim" ->
              DECODER.decode(claim(manifest), PersistentVolumeClaim.class, path, own);
          default -> throw new IllegalArgumentException("not an object for pods: " + kind);
        };
    if (object != null) {
      check(object).forEach(finding -> finding.tell(manifest, path, own));
    }
    problems.addAll(own);
    return own.hasErrors() ? null : object;
  }

  private static List<Finding> check(NodeObject object) {
    return switch (object) {
      case ConfigMap map -> ObjectRules.check(map);
      case Secret secret -> ObjectRules.check(secret);
      case PersistentVolume volume -> StorageRules.check(volume);
      case PersistentVolumeClaim claim -> StorageRules.check(claim);
    };
  }

  /** As kubectl does for whoever says nothing else. */
  private static Node.Fields inNamespace(Node.Fields manifest) {
    return new FieldsEdit(manifest)
        .object("metadata", meta -> new FieldsEdit(meta).ifEmpty("namespace", "default").build())
        .build();
  }

  private static Node.Fields secret(Node.Fields manifest) {
    return new FieldsEdit(inNamespace(manifest)).ifEmpty("type", "Opaque").build();
  }

  /** Without what a cluster writes into such objects and a node has no use for. */
  private static Node.Fields volume(Node.Fields manifest) {
    return new FieldsEdit(manifest.without("status"))
        .object(
            "spec",
            spec ->
                new FieldsEdit(spec)
                    .ifEmpty("persistentVolumeReclaimPolicy", "Retain")
                    .ifEmpty("volumeMode", "Filesystem")
                    .object(
                        "claimRef", claim -> claim.without("apiVersion", "kind", "resourceVersion"))
                    .build())
        .build();
  }

  private static Node.Fields claim(Node.Fields manifest) {
    return new FieldsEdit(inNamespace(manifest).without("status"))
        .object("spec", spec -> new FieldsEdit(spec).ifEmpty("volumeMode", "Filesystem").build())
        .build();
  }
}

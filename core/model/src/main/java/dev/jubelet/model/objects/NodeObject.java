package dev.jubelet.model.objects;

import dev.jubelet.model.meta.ObjectMeta;

/** An object that pods refer to by name. */
public sealed interface NodeObject
    permits ConfigMap, Secret, PersistentVolume, PersistentVolumeClaim {
  ObjectMeta metadata();

  default ObjectReference reference() {
    return switch (this) {
      case ConfigMap map -> named("ConfigMap", map.metadata());
      case Secret secret -> named("Secret", secret.metadata());
      case PersistentVolumeClaim claim -> named("PersistentVolumeClaim", claim.metadata());
      case PersistentVolume volume ->
          new ObjectReference("PersistentVolume", "", volume.metadata().name());
    };
  }

  private static ObjectReference named(String kind, ObjectMeta meta) {
    return new ObjectReference(kind, meta.namespace(), meta.name());
  }
}

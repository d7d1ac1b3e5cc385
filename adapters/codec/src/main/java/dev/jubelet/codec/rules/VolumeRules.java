package dev.jubelet.codec.rules;

import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.model.volume.projection.DownwardApiVolumeFile;
import dev.jubelet.model.volume.projection.KeyToPath;
import dev.jubelet.model.volume.projection.VolumeProjection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Volumes: a name and exactly one source each. */
final class VolumeRules {
  private VolumeRules() {}

  /** The names that mounts may use. */
  static Set<String> check(PodSpec spec, FieldCheck path) {
    Set<String> names = new HashSet<>();
    path.each(
        spec.volumes(),
        (volume, at) -> {
          at.child("name").named(volume.name(), Grammar::dnsLabel);
          if (!volume.name().isEmpty() && !names.add(volume.name())) {
            at.child("name").duplicate(volume.name());
          }
          oneSource(volume, at);
          local(volume, at);
          keyed(volume, at);
          claims(volume, at);
        });
    return names;
  }

  private static void oneSource(Volume volume, FieldCheck at) {
    List<String> sources = Volume.sources(volume);
    if (sources.isEmpty()) {
      at.required("must have a volume source");
    }
    at.onlyFirst(sources, "source");
  }

  private static void local(Volume volume, FieldCheck at) {
    if (volume.hostPath() != null) {
      at.child("hostPath", "path").named(volume.hostPath().path(), Grammar::noBacksteps);
    }
    if (volume.emptyDir() != null
        && volume.emptyDir().sizeLimit() != null
        && volume.emptyDir().sizeLimit().signum() < 0) {
      at.child("emptyDir", "sizeLimit")
          .invalid(volume.emptyDir().sizeLimit().toString(), "must be at least 0");
    }
    if (volume.image() != null) {
      at.child("image", "reference").present(volume.image().reference());
    }
    if (volume.nfs() != null) {
      at.child("nfs", "server").present(volume.nfs().server());
      if (!volume.nfs().path().startsWith("/")) {
        at.child("nfs", "path").invalid(volume.nfs().path(), "must be an absolute path");
      }
    }
  }

  private static void keyed(Volume volume, FieldCheck path) {
    if (volume.secret() != null) {
      FieldCheck at = path.child("secret");
      at.child("secretName").present(volume.secret().secretName());
      at.child("defaultMode").optional(volume.secret().defaultMode(), Grammar::fileMode);
      at.child("items").each(volume.secret().items(), VolumeRules::item);
    }
    if (volume.configMap() != null) {
      FieldCheck at = path.child("configMap");
      at.child("name").present(volume.configMap().name());
      at.child("defaultMode").optional(volume.configMap().defaultMode(), Grammar::fileMode);
      at.child("items").each(volume.configMap().items(), VolumeRules::item);
    }
    if (volume.downwardAPI() != null) {
      FieldCheck at = path.child("downwardAPI");
      at.child("defaultMode").optional(volume.downwardAPI().defaultMode(), Grammar::fileMode);
      at.child("items").each(volume.downwardAPI().items(), VolumeRules::file);
    }
    if (volume.projected() != null) {
      FieldCheck at = path.child("projected");
      at.child("defaultMode").optional(volume.projected().defaultMode(), Grammar::fileMode);
      at.child("sources").each(volume.projected().sources(), VolumeRules::part);
    }
  }

  private static void claims(Volume volume, FieldCheck at) {
    if (volume.persistentVolumeClaim() != null) {
      at.child("persistentVolumeClaim", "claimName")
          .present(volume.persistentVolumeClaim().claimName());
    }
    if (volume.csi() != null) {
      at.child("csi", "driver").present(volume.csi().driver());
    }
    if (volume.ephemeral() != null && volume.ephemeral().volumeClaimTemplate() == null) {
      at.child("ephemeral", "volumeClaimTemplate").required();
    }
  }

  private static void part(VolumeProjection part, FieldCheck at) {
    at.forbidIf(Volume.sources(part).size() != 1, "needs exactly one source");
    if (part.secret() != null) {
      at.child("secret", "items").each(part.secret().items(), VolumeRules::item);
    }
    if (part.configMap() != null) {
      at.child("configMap", "items").each(part.configMap().items(), VolumeRules::item);
    }
    if (part.downwardAPI() != null) {
      at.child("downwardAPI", "items").each(part.downwardAPI().items(), VolumeRules::file);
    }
    if (part.serviceAccountToken() != null) {
      at.child("serviceAccountToken", "path")
          .named(part.serviceAccountToken().path(), Grammar::projectedPath);
    }
  }

  private static void item(KeyToPath item, FieldCheck at) {
    at.child("key").present(item.key());
    at.child("path").named(item.path(), Grammar::projectedPath);
    at.child("mode").optional(item.mode(), Grammar::fileMode);
  }

  private static void file(DownwardApiVolumeFile file, FieldCheck at) {
    at.child("path").named(file.path(), Grammar::projectedPath);
    at.child("mode").optional(file.mode(), Grammar::fileMode);
    if ((file.fieldRef() == null) == (file.resourceFieldRef() == null)) {
      at.required("exactly one of fieldRef and resourceFieldRef");
    }
    if (file.fieldRef() != null) {
      EnvironmentRules.field(file.fieldRef(), EnvironmentRules.FILE_FIELDS, at.child("fieldRef"));
    }
    if (file.resourceFieldRef() != null) {
      EnvironmentRules.resource(file.resourceFieldRef(), at.child("resourceFieldRef"));
      at.child("resourceFieldRef", "containerName")
          .present(file.resourceFieldRef().containerName());
    }
  }
}

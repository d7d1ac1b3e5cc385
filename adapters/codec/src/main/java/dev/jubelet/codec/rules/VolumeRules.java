package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.volume.ProjectedVolumeSource;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.model.volume.projection.DownwardApiVolumeFile;
import dev.jubelet.model.volume.projection.KeyToPath;
import dev.jubelet.model.volume.projection.VolumeProjection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Volumes: a name and exactly one source each. */
final class VolumeRules {
  private final Findings findings;

  private VolumeRules(Findings findings) {
    this.findings = findings;
  }

  /** The names that mounts may use. */
  static Set<String> check(PodSpec spec, FieldPath path, Findings findings) {
    VolumeRules rules = new VolumeRules(findings);
    Set<String> names = new HashSet<>();
    for (int i = 0; i < spec.volumes().size(); i++) {
      Volume volume = spec.volumes().get(i);
      FieldPath at = path.child("volumes").index(i);
      findings.named(at.child("name"), volume.name(), Grammar.dnsLabel(volume.name()));
      if (!volume.name().isEmpty() && !names.add(volume.name())) {
        findings.duplicate(at.child("name"), volume.name());
      }
      rules.oneSource(volume, at);
      rules.local(volume, at);
      rules.keyed(volume, at);
      rules.claims(volume, at);
    }
    return names;
  }

  private void oneSource(Volume volume, FieldPath path) {
    List<String> sources = VolumeSources.of(volume);
    if (sources.isEmpty()) {
      findings.required(path, "must have a volume source");
    }
    for (String more : sources.subList(Math.min(1, sources.size()), sources.size())) {
      findings.forbidden(path.child(more), "there is already the source " + sources.getFirst());
    }
  }

  private void local(Volume volume, FieldPath path) {
    if (volume.hostPath() != null) {
      String host = volume.hostPath().path();
      findings.named(path.child("hostPath", "path"), host, Grammar.noBacksteps(host));
    }
    if (volume.emptyDir() != null
        && volume.emptyDir().sizeLimit() != null
        && volume.emptyDir().sizeLimit().signum() < 0) {
      findings.invalid(
          path.child("emptyDir", "sizeLimit"),
          volume.emptyDir().sizeLimit().toString(),
          "must be at least 0");
    }
    if (volume.image() != null && volume.image().reference().isEmpty()) {
      findings.required(path.child("image", "reference"));
    }
    if (volume.nfs() != null) {
      if (volume.nfs().server().isEmpty()) {
        findings.required(path.child("nfs", "server"));
      }
      if (!volume.nfs().path().startsWith("/")) {
        findings.invalid(
            path.child("nfs", "path"), volume.nfs().path(), "must be an absolute path");
      }
    }
  }

  private void keyed(Volume volume, FieldPath path) {
    if (volume.secret() != null) {
      FieldPath at = path.child("secret");
      if (volume.secret().secretName().isEmpty()) {
        findings.required(at.child("secretName"));
      }
      mode(volume.secret().defaultMode(), at.child("defaultMode"));
      items(volume.secret().items(), at.child("items"));
    }
    if (volume.configMap() != null) {
      FieldPath at = path.child("configMap");
      if (volume.configMap().name().isEmpty()) {
        findings.required(at.child("name"));
      }
      mode(volume.configMap().defaultMode(), at.child("defaultMode"));
      items(volume.configMap().items(), at.child("items"));
    }
    if (volume.downwardAPI() != null) {
      FieldPath at = path.child("downwardAPI");
      mode(volume.downwardAPI().defaultMode(), at.child("defaultMode"));
      files(volume.downwardAPI().items(), at.child("items"));
    }
    if (volume.projected() != null) {
      projected(volume.projected(), path.child("projected"));
    }
  }

  private void claims(Volume volume, FieldPath path) {
    if (volume.persistentVolumeClaim() != null
        && volume.persistentVolumeClaim().claimName().isEmpty()) {
      findings.required(path.child("persistentVolumeClaim", "claimName"));
    }
    if (volume.csi() != null && volume.csi().driver().isEmpty()) {
      findings.required(path.child("csi", "driver"));
    }
    if (volume.ephemeral() != null && volume.ephemeral().volumeClaimTemplate() == null) {
      findings.required(path.child("ephemeral", "volumeClaimTemplate"));
    }
  }

  private void projected(ProjectedVolumeSource source, FieldPath path) {
    mode(source.defaultMode(), path.child("defaultMode"));
    for (int i = 0; i < source.sources().size(); i++) {
      VolumeProjection part = source.sources().get(i);
      FieldPath at = path.child("sources").index(i);
      if (VolumeSources.of(part).size() != 1) {
        findings.add(at, "Forbidden: needs exactly one source");
      }
      if (part.secret() != null) {
        items(part.secret().items(), at.child("secret", "items"));
      }
      if (part.configMap() != null) {
        items(part.configMap().items(), at.child("configMap", "items"));
      }
      if (part.downwardAPI() != null) {
        files(part.downwardAPI().items(), at.child("downwardAPI", "items"));
      }
      if (part.serviceAccountToken() != null) {
        String file = part.serviceAccountToken().path();
        findings.named(at.child("serviceAccountToken", "path"), file, Grammar.projectedPath(file));
      }
    }
  }

  private void items(List<KeyToPath> items, FieldPath path) {
    for (int i = 0; i < items.size(); i++) {
      KeyToPath item = items.get(i);
      FieldPath at = path.index(i);
      if (item.key().isEmpty()) {
        findings.required(at.child("key"));
      }
      findings.named(at.child("path"), item.path(), Grammar.projectedPath(item.path()));
      mode(item.mode(), at.child("mode"));
    }
  }

  private void files(List<DownwardApiVolumeFile> files, FieldPath path) {
    for (int i = 0; i < files.size(); i++) {
      DownwardApiVolumeFile file = files.get(i);
      FieldPath at = path.index(i);
      findings.named(at.child("path"), file.path(), Grammar.projectedPath(file.path()));
      mode(file.mode(), at.child("mode"));
      if ((file.fieldRef() == null) == (file.resourceFieldRef() == null)) {
        findings.required(at, "exactly one of fieldRef and resourceFieldRef");
      }
      if (file.fieldRef() != null) {
        EnvironmentRules.field(
            file.fieldRef(), EnvironmentRules.FILE_FIELDS, at.child("fieldRef"), findings);
      }
      if (file.resourceFieldRef() != null) {
        EnvironmentRules.resource(file.resourceFieldRef(), at.child("resourceFieldRef"), findings);
        if (file.resourceFieldRef().containerName().isEmpty()) {
          findings.required(at.child("resourceFieldRef", "containerName"));
        }
      }
    }
  }

  private void mode(@Nullable Integer mode, FieldPath path) {
    if (mode != null) {
      Grammar.fileMode(mode).ifPresent(why -> findings.invalid(path, mode, why));
    }
  }
}

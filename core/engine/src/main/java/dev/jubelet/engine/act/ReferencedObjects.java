package dev.jubelet.engine.act;

import dev.jubelet.decide.environment.PodObjects;
import dev.jubelet.decide.environment.ServiceLinks;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.env.EnvFromSource;
import dev.jubelet.model.container.env.EnvVar;
import dev.jubelet.model.container.env.EnvVarSource;
import dev.jubelet.model.container.env.FileKeySelector;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.ports.NodeObjects;
import dev.jubelet.ports.PodVolumes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what the environment of a container refers to, as it is now. */
final class ReferencedObjects {
  private final NodeObjects objects;
  private final PodVolumes volumes;

  ReferencedObjects(NodeObjects objects, PodVolumes volumes) {
    this.objects = objects;
    this.volumes = volumes;
  }

  /**
   * @param volumePaths host path of each mounted volume
   */
  PodObjects of(Pod pod, Container container, Map<String, String> volumePaths) {
    Found found = new Found(pod, volumePaths);
    container.envFrom().forEach(found::add);
    container.env().stream()
        .map(EnvVar::valueFrom)
        .forEach(source -> {
          if (source != null) {
            found.add(source);
          }
        });
    return new PodObjects(found.configMaps, found.secrets, found.files);
  }

  /** The variables of services that the pod is told of. */
  List<EnvEntry> links(Pod pod) {
    return ServiceLinks.of(pod, objects.of(pod).services(pod.metadata().namespace()));
  }

  private final class Found {
    final Map<String, Map<String, String>> configMaps = new LinkedHashMap<>();
    final Map<String, Map<String, String>> secrets = new LinkedHashMap<>();
    final Map<PodObjects.EnvFile, String> files = new LinkedHashMap<>();
    private final NodeObjects own;
    private final String namespace;
    private final Map<String, String> volumePaths;

    Found(Pod pod, Map<String, String> volumePaths) {
      this.own = objects.of(pod);
      this.namespace = pod.metadata().namespace();
      this.volumePaths = volumePaths;
    }

    void add(EnvFromSource source) {
      if (source.configMapRef() != null) {
        configMap(source.configMapRef().name());
      }
      if (source.secretRef() != null) {
        secret(source.secretRef().name());
      }
    }

    void add(EnvVarSource source) {
      if (source.configMapKeyRef() != null) {
        configMap(source.configMapKeyRef().name());
      }
      if (source.secretKeyRef() != null) {
        secret(source.secretKeyRef().name());
      }
      if (source.fileKeyRef() != null) {
        file(source.fileKeyRef());
      }
    }

    /** Kubernetes: variables come from text, never from binaryData. */
    private void configMap(String name) {
      own.configMap(namespace, name).ifPresent(map -> configMaps.put(name, map.data()));
    }

    private void secret(String name) {
      own.secret(namespace, name)
          .ifPresent(secret -> {
            Map<String, String> texts = new LinkedHashMap<>();
            secret.files().forEach((key, value) -> texts.put(key, value.text()));
            secrets.put(name, texts);
          });
    }

    private void file(FileKeySelector file) {
      String volume = volumePaths.get(file.volumeName());
      if (volume != null) {
        volumes
            .text(volume, file.path())
            .ifPresent(
                text -> files.put(new PodObjects.EnvFile(file.volumeName(), file.path()), text));
      }
    }
  }
}

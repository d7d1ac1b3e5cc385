package dev.jubelet.decide.environment;

import dev.jubelet.model.meta.Ordered;
import java.util.Map;

/**
 * What a pod's environment refers to outside the pod, by name and key: ConfigMaps and Secrets of
 * its namespace, and files of variables in its volumes. Its text form hides the values.
 *
 * @param envFiles the text of each file that could be read
 */
public record PodObjects(
    Map<String, Map<String, String>> configMaps,
    Map<String, Map<String, String>> secrets,
    Map<EnvFile, String> envFiles) {
  public static final PodObjects NONE = new PodObjects(Map.of(), Map.of(), Map.of());

  /** A file of variables: where it is in which volume of the pod. */
  public record EnvFile(String volumeName, String path) {}

  public PodObjects {
    configMaps = Ordered.copyOf(configMaps);
    secrets = Ordered.copyOf(secrets);
    envFiles = Ordered.copyOf(envFiles);
  }

  @Override
  public String toString() {
    return "PodObjects[configMaps="
        + configMaps.keySet()
        + ", secrets="
        + secrets.keySet()
        + ", envFiles="
        + envFiles.keySet()
        + "]";
  }
}

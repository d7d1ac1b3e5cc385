package dev.jubelet.app.assembly;

import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.app.settings.node.StaticPodSettings;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.PodSource;
import dev.jubelet.sources.FileSource;
import dev.jubelet.sources.HttpSource;
import dev.jubelet.sources.ManifestObjects;
import java.util.ArrayList;
import java.util.List;

/** The sources of pods that the configuration names. */
final class SourceAssembly {
  private SourceAssembly() {}

  /**
   * @param objects is given what manifests have beside pods
   */
  static List<PodSource> of(
      NodeConfig config, NodeTime time, Journal journal, ManifestObjects objects) {
    StaticPodSettings settings = config.staticPods();
    List<PodSource> sources = new ArrayList<>();
    settings
        .path()
        .ifPresent(path ->
            sources.add(
                new FileSource(
                    path,
                    config.nodeName(),
                    settings.fileCheckFrequency(),
                    time,
                    journal,
                    objects)));
    settings
        .url()
        .ifPresent(url ->
            sources.add(
                new HttpSource(
                    url,
                    settings.urlHeaders(),
                    config.nodeName(),
                    settings.httpCheckFrequency(),
                    time,
                    journal,
                    objects)));
    if (sources.isEmpty() && config.cluster().isEmpty()) {
      journal.write(
          Journal.Level.WARNING,
          "NoSources",
          "neither staticPodPath nor staticPodURL nor --kubeconfig is set: no pod will ever come");
    }
    return List.copyOf(sources);
  }
}

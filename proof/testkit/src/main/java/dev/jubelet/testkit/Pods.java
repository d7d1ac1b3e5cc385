package dev.jubelet.testkit;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.model.pod.Pod;
import java.util.List;

/** Pods for tests, written as people write them. */
public final class Pods {
  private Pods() {}

  /** The one pod of a manifest, with the defaults of the API server; its problems fail the test. */
  public static Pod fromYaml(String yaml) {
    List<Pod> pods = allFromYaml(yaml);
    if (pods.size() != 1) {
      throw new AssertionError("expected one pod in the manifest, found " + pods.size());
    }
    return pods.getFirst();
  }

  public static List<Pod> allFromYaml(String yaml) {
    PodManifests.Parsed parsed = PodManifests.parse(yaml, "manifest");
    if (!parsed.problems().isEmpty()) {
      throw new AssertionError(String.join("\n", parsed.sentences()));
    }
    return parsed.pods();
  }
}

package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a pod may ask for and this version does not do yet. The pod runs all the same, so whoever
 * wrote it has to be told: silence would look like success.
 */
public final class NotYetRules {
  private static final String IGNORED = "is not acted on yet, and the pod runs without it";

  private final Findings findings = new Findings();

  private NotYetRules() {}

  public static List<Finding> check(Pod pod) {
    NotYetRules rules = new NotYetRules();
    FieldPath spec = FieldPath.ROOT.child("spec");
    rules.containers(pod.spec().initContainers(), spec.child("initContainers"));
    rules.containers(pod.spec().containers(), spec.child("containers"));
    return rules.findings.list();
  }

  private void containers(List<Container> containers, FieldPath path) {
    for (int i = 0; i < containers.size(); i++) {
      Container container = containers.get(i);
      FieldPath at = path.index(i);
      ignored(container.livenessProbe(), at.child("livenessProbe"));
      ignored(container.readinessProbe(), at.child("readinessProbe"));
      ignored(container.startupProbe(), at.child("startupProbe"));
    }
  }

  private void ignored(@Nullable Object asked, FieldPath path) {
    if (asked != null) {
      findings.add(path, IGNORED);
    }
  }
}

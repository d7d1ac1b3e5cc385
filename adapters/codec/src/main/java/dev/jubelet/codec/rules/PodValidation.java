package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.scheduling.TaintEffect;
import dev.jubelet.model.scheduling.Toleration;
import dev.jubelet.model.scheduling.TolerationOperator;
import java.util.List;
import java.util.Set;

/** What the API server would refuse, as far as a node depends on it. */
public final class PodValidation {
  private PodValidation() {}

  public static List<Finding> check(Pod pod) {
    Findings findings = new Findings();
    MetadataRules.check(pod.metadata(), findings);
    ProbePeriodRules.check(pod, findings);
    spec(pod.spec(), FieldPath.ROOT.child("spec"), findings);
    return findings.list();
  }

  private static void spec(PodSpec spec, FieldPath path, Findings findings) {
    Set<String> volumes = VolumeRules.check(spec, path, findings);
    new ContainerRules(spec, volumes, findings).check(path);
    SecurityRules.pod(spec, path, findings);
    NetworkRules.check(spec, path, findings);
    if (spec.resources() != null) {
      ResourceRules.pod(spec.resources(), path.child("resources"), findings);
    }
    ResourceRules.amounts(spec.overhead(), path.child("overhead"), findings);
    times(spec, path, findings);
    MetadataRules.labels(spec.nodeSelector(), path.child("nodeSelector"), findings);
    for (int i = 0; i < spec.tolerations().size(); i++) {
      toleration(spec.tolerations().get(i), path.child("tolerations").index(i), findings);
    }
    if (!spec.serviceAccountName().isEmpty()) {
      findings.grammar(
          path.child("serviceAccountName"),
          spec.serviceAccountName(),
          Grammar.dnsSubdomain(spec.serviceAccountName()));
    }
    if (!spec.nodeName().isEmpty()) {
      findings.grammar(
          path.child("nodeName"), spec.nodeName(), Grammar.dnsSubdomain(spec.nodeName()));
    }
    if (!spec.priorityClassName().isEmpty()) {
      findings.grammar(
          path.child("priorityClassName"),
          spec.priorityClassName(),
          Grammar.dnsSubdomain(spec.priorityClassName()));
    }
    String runtimeClass = spec.runtimeClassName();
    if (runtimeClass != null) {
      findings.grammar(
          path.child("runtimeClassName"), runtimeClass, Grammar.dnsSubdomain(runtimeClass));
    }
    for (int i = 0; i < spec.readinessGates().size(); i++) {
      String type = spec.readinessGates().get(i).conditionType();
      findings.grammar(
          path.child("readinessGates").index(i).child("conditionType"),
          type,
          Grammar.qualifiedName(type));
    }
  }

  private static void times(PodSpec spec, FieldPath path, Findings findings) {
    Long grace = spec.terminationGracePeriodSeconds();
    if (grace != null) {
      findings.atLeast(0, path.child("terminationGracePeriodSeconds"), grace);
    }
    Long deadline = spec.activeDeadlineSeconds();
    if (deadline != null && (deadline < 1 || deadline > Integer.MAX_VALUE)) {
      findings.invalid(
          path.child("activeDeadlineSeconds"),
          deadline,
          "must be between 1 and " + Integer.MAX_VALUE);
    }
  }

  private static void toleration(Toleration toleration, FieldPath path, Findings findings) {
    if (!toleration.key().isEmpty()) {
      findings.grammar(
          path.child("key"), toleration.key(), Grammar.qualifiedName(toleration.key()));
    } else if (toleration.operator() != TolerationOperator.EXISTS) {
      findings.invalid(
          path.child("operator"), toleration.operator().wire(), "must be Exists without a key");
    }
    if (toleration.tolerationSeconds() != null && toleration.effect() != TaintEffect.NO_EXECUTE) {
      findings.invalid(
          path.child("effect"),
          toleration.effect() == null ? "" : toleration.effect().wire(),
          "must be NoExecute with tolerationSeconds");
    }
    switch (toleration.operator()) {
      case EXISTS -> {
        if (!toleration.value().isEmpty()) {
          findings.invalid(
              path.child("value"), toleration.value(), "must be empty with operator Exists");
        }
      }
      case EQUAL ->
          findings.grammar(
              path.child("value"), toleration.value(), Grammar.labelValue(toleration.value()));
      case LT, GT -> {
        try {
          Long.parseLong(toleration.value());
        } catch (NumberFormatException notWhole) {
          findings.invalid(path.child("value"), toleration.value(), "must be a whole number");
        }
      }
    }
  }
}

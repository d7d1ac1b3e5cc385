package dev.jubelet.codec.rules;

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
    FieldCheck root = FieldCheck.root();
    MetadataRules.check(pod.metadata(), root.child("metadata"));
    ProbePeriodRules.check(pod, root.child("metadata", "annotations"));
    spec(pod.spec(), root.child("spec"));
    return root.found();
  }

  private static void spec(PodSpec spec, FieldCheck at) {
    Set<String> volumes = VolumeRules.check(spec, at.child("volumes"));
    new ContainerRules(spec, volumes).check(at);
    SecurityRules.pod(spec, at);
    NetworkRules.check(spec, at);
    if (spec.resources() != null) {
      ResourceRules.pod(spec.resources(), at.child("resources"));
    }
    ResourceRules.amounts(spec.overhead(), at.child("overhead"));
    times(spec, at);
    MetadataRules.labels(spec.nodeSelector(), at.child("nodeSelector"));
    at.child("tolerations").each(spec.tolerations(), PodValidation::toleration);
    at.child("serviceAccountName").optional(spec.serviceAccountName(), Grammar::dnsSubdomain);
    at.child("nodeName").optional(spec.nodeName(), Grammar::dnsSubdomain);
    at.child("priorityClassName").optional(spec.priorityClassName(), Grammar::dnsSubdomain);
    if (spec.runtimeClassName() != null) {
      at.child("runtimeClassName").grammar(spec.runtimeClassName(), Grammar::dnsSubdomain);
    }
    at.child("readinessGates")
        .each(
            spec.readinessGates(),
            (gate, each) ->
                each.child("conditionType").grammar(gate.conditionType(), Grammar::qualifiedName));
  }

  private static void times(PodSpec spec, FieldCheck at) {
    Long grace = spec.terminationGracePeriodSeconds();
    if (grace != null) {
      at.child("terminationGracePeriodSeconds").atLeast(0, grace);
    }
    Long deadline = spec.activeDeadlineSeconds();
    if (deadline != null && (deadline < 1 || deadline > Integer.MAX_VALUE)) {
      at.child("activeDeadlineSeconds")
          .invalid(deadline, "must be between 1 and " + Integer.MAX_VALUE);
    }
  }

  private static void toleration(Toleration toleration, FieldCheck at) {
    if (!toleration.key().isEmpty()) {
      at.child("key").grammar(toleration.key(), Grammar::qualifiedName);
    } else if (toleration.operator() != TolerationOperator.EXISTS) {
      at.child("operator").invalid(toleration.operator().wire(), "must be Exists without a key");
    }
    if (toleration.tolerationSeconds() != null && toleration.effect() != TaintEffect.NO_EXECUTE) {
      at.child("effect")
          .invalid(
              toleration.effect() == null ? "" : toleration.effect().wire(),
              "must be NoExecute with tolerationSeconds");
    }
    FieldCheck value = at.child("value");
    switch (toleration.operator()) {
      case EXISTS -> {
        if (!toleration.value().isEmpty()) {
          value.invalid(toleration.value(), "must be empty with operator Exists");
        }
      }
      case EQUAL -> value.grammar(toleration.value(), Grammar::labelValue);
      case LT, GT -> {
        try {
          Long.parseLong(toleration.value());
        } catch (NumberFormatException notWhole) {
          value.invalid(toleration.value(), "must be a whole number");
        }
      }
    }
  }
}

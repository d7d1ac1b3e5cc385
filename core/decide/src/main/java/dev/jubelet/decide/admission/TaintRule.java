package dev.jubelet.decide.admission;

import dev.jubelet.decide.resources.CriticalPods;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.scheduling.Taint;
import dev.jubelet.model.scheduling.TaintEffect;
import dev.jubelet.model.scheduling.Toleration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A pod must tolerate every taint that would drive it away. The others are for the scheduler, and
 * static pods run whatever the node is tainted with.
 */
public final class TaintRule implements AdmissionRule {
  // Kubernetes compares whole numbers without a plus sign or leading zeros.
  private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,17}");

  @Override
  public AdmissionVerdict judge(Pod candidate, List<Pod> admitted, NodeFacts node) {
    boolean bearable =
        CriticalPods.isStatic(candidate)
            || node.taints().stream()
                .filter(taint -> taint.effect() == TaintEffect.NO_EXECUTE)
                .allMatch(taint ->
                    candidate.spec().tolerations().stream().anyMatch(t -> tolerates(t, taint)));
    return bearable
        ? AdmissionVerdict.ADMITTED
        : AdmissionVerdict.failedPredicate(
            "TaintToleration", "node(s) had taints that the pod didn't tolerate");
  }

  private static boolean tolerates(Toleration toleration, Taint taint) {
    if (toleration.effect() != null && toleration.effect() != taint.effect()) {
      return false;
    }
    if (!toleration.key().isEmpty() && !toleration.key().equals(taint.key())) {
      return false;
    }
    return switch (toleration.operator()) {
      case EXISTS -> true;
      case EQUAL -> toleration.value().equals(taint.value());
      case LT -> numbers(toleration, taint) && number(taint.value()) < number(toleration.value());
      case GT -> numbers(toleration, taint) && number(taint.value()) > number(toleration.value());
    };
  }

  private static boolean numbers(Toleration toleration, Taint taint) {
    return NUMBER.matcher(toleration.value()).matches() && NUMBER.matcher(taint.value()).matches();
  }

  private static long number(String text) {
    return Long.parseLong(text);
  }
}

package dev.jubelet.decide.admission;

import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import java.util.List;

/** One reason for which a pod may be turned away. */
@FunctionalInterface
public interface AdmissionRule {
  /**
   * @param admitted the pods that live on this node already, without the candidate
   */
  AdmissionVerdict judge(Pod candidate, List<Pod> admitted, NodeFacts node);
}

package dev.jubelet.decide.admission;

/** Whether a pod may run on this node. {@code Rejected} carries Kubernetes' own words. */
public sealed interface AdmissionVerdict {
  AdmissionVerdict ADMITTED = new Admitted();

  record Admitted() implements AdmissionVerdict {}

  record Rejected(String reason, String message) implements AdmissionVerdict {}

  /** In the form that the kubelet gives to a failed scheduler predicate. */
  static AdmissionVerdict failedPredicate(String name, String why) {
    return new Rejected(name, "Predicate " + name + " failed: " + why);
  }
}

package dev.jubelet.decide.admission;

/** Whether a pod may run on this node. {@code Rejected} carries Kubernetes' own words. */
public sealed interface Verdict {
  Verdict ADMITTED = new Admitted();

  record Admitted() implements Verdict {}

  record Rejected(String reason, String message) implements Verdict {}

  /** In the form that the kubelet gives to a failed scheduler predicate. */
  static Verdict failedPredicate(String name, String why) {
    return new Rejected(name, "Predicate " + name + " failed: " + why);
  }
}

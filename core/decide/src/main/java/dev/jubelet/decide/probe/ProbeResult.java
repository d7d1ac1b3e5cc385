package dev.jubelet.decide.probe;

/** How one run of a probe went. */
public sealed interface ProbeResult {
  ProbeResult PASSED = new Passed("");

  /**
   * @param warning what its author should look at all the same, or nothing
   */
  record Passed(String warning) implements ProbeResult {}

  record Failed(String output) implements ProbeResult {}

  /**
   * It could not be run, which says nothing of the container: it counts for nothing.
   *
   * @param state the word of Kubernetes for what came of it
   */
  record Errored(String state, String error) implements ProbeResult {
    /** There was no answer at all. */
    public static Errored unknown(String error) {
      return new Errored("unknown", error);
    }
  }
}

package dev.jubelet.decide.probe;

/** What counts, after as many answers in a row as the thresholds ask for. */
public enum ProbeVerdict {
  UNKNOWN,
  SUCCESS,
  FAILURE
}

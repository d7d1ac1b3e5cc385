package dev.jubelet.ports;

/** Why something outside could not be done; it decides about retry, never the text of a message. */
public enum FailureKind {
  /** What was asked is wrong and stays wrong until somebody changes it. */
  BAD_SPEC,
  NOT_FOUND,
  ALREADY_EXISTS,
  /** Out of disk, memory, quota or permits. */
  EXHAUSTED,
  /** The other side is away or restarting. */
  UNAVAILABLE,
  /** It may or may not have happened: look before doing it again. */
  TIMED_OUT,
  DENIED,
  UNIMPLEMENTED,
  /** Everything that nobody foresaw. */
  INTERNAL
}

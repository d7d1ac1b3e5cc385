package dev.jubelet.decide.resize;

/** Whether a pod may have what it wants instead of what it has. */
public sealed interface ResizeVerdict {
  record Granted() implements ResizeVerdict {}

  /** Not now: others have what it wants. It is judged again when somebody leaves. */
  record Deferred(String message) implements ResizeVerdict {}

  /** Never on this node, or never for this pod. */
  record Infeasible(String message) implements ResizeVerdict {}
}

package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.Signal;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import org.jspecify.annotations.Nullable;

/**
 * Names of stop signals. Kubernetes and CRI agree but for the real-time ones: what is {@code
 * SIGRTMIN+1} in a pod is {@code SIGRTMINPLUS1} here.
 */
public final class StopSignalMessages {
  private StopSignalMessages() {}

  /** No signal means the one of the image, or the runtime's choice. */
  public static Signal wire(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return Signal.RUNTIME_DEFAULT;
    }
    try {
      return Signal.valueOf(name.replace("+", "PLUS").replace("-", "MINUS"));
    } catch (IllegalArgumentException unknown) {
      throw new OutsideFailure(FailureKind.BAD_SPEC, "unknown stop signal \"" + name + "\"");
    }
  }

  public static @Nullable String name(Signal wire) {
    return switch (wire) {
      case RUNTIME_DEFAULT -> null;
      case UNRECOGNIZED ->
          throw new OutsideFailure(FailureKind.BAD_SPEC, "stop_signal: unknown signal");
      default -> wire.name().replace("PLUS", "+").replace("MINUS", "-");
    };
  }
}

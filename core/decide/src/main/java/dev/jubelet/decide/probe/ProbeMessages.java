package dev.jubelet.decide.probe;

import java.util.Locale;
import java.util.Optional;

/** What events say about probes, in the words that people search for. */
public final class ProbeMessages {
  /** A probe may print a lot; an event has the beginning of it. */
  static final int OUTPUT_MAX = 1024;

  private ProbeMessages() {}

  public record Event(String reason, String message) {}

  /** Nothing when all is well. */
  public static Optional<Event> of(ProbeKind kind, ProbeResult result) {
    String probe = kind.wire() + " probe ";
    return switch (result) {
      case ProbeResult.Passed passed ->
          passed.warning().isEmpty()
              ? Optional.empty()
              : Optional.of(
                  new Event("ProbeWarning", probe + "warning: " + beginning(passed.warning())));
      case ProbeResult.Failed failed ->
          Optional.of(new Event("Unhealthy", probe + "failed: " + beginning(failed.output())));
      case ProbeResult.Errored errored ->
          Optional.of(
              new Event(
                  "Unhealthy",
                  probe
                      + "errored and resulted in "
                      + errored.state()
                      + " state: "
                      + beginning(errored.error())));
    };
  }

  static String condemned(ProbeKey key, boolean sidecar, boolean restarts) {
    String failed =
        (sidecar ? "Init container " : "Container ")
            + key.container()
            + " failed "
            + key.kind().wire().toLowerCase(Locale.ROOT)
            + " probe";
    return !sidecar && restarts ? failed + ", will be restarted" : failed;
  }

  private static String beginning(String text) {
    if (text.length() <= OUTPUT_MAX) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(OUTPUT_MAX - 1)) ? OUTPUT_MAX - 1 : OUTPUT_MAX;
    return text.substring(0, end);
  }
}

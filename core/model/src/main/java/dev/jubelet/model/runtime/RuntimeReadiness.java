package dev.jubelet.model.runtime;

/**
 * What the runtime says of itself: may containers run, may pods get a network, and if not, why.
 *
 * @param answered false when it said nothing, and the messages tell why it could not be asked
 */
public record RuntimeReadiness(
    boolean runtimeReady,
    String runtimeMessage,
    boolean networkReady,
    String networkMessage,
    boolean answered) {
  public static final RuntimeReadiness READY = new RuntimeReadiness(true, "", true, "");

  public RuntimeReadiness(
      boolean runtimeReady, String runtimeMessage, boolean networkReady, String networkMessage) {
    this(runtimeReady, runtimeMessage, networkReady, networkMessage, true);
  }

  public static RuntimeReadiness unanswered(String why) {
    return new RuntimeReadiness(false, why, false, why, false);
  }
}

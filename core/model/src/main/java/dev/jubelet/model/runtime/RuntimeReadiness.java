package dev.jubelet.model.runtime;

/** What the runtime says of itself: may containers run, may pods get a network, and if not, why. */
public record RuntimeReadiness(
    boolean runtimeReady, String runtimeMessage, boolean networkReady, String networkMessage) {
  public static final RuntimeReadiness READY = new RuntimeReadiness(true, "", true, "");
}

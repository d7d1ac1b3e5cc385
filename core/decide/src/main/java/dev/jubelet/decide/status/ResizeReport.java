package dev.jubelet.decide.status;

import dev.jubelet.decide.resize.ResizeState;

/**
 * What there is to say of a resize.
 *
 * @param error why it does not get on, empty when nothing is wrong
 */
public record ResizeReport(ResizeState standing, String error) {
  public static final ResizeReport NONE = new ResizeReport(ResizeState.NONE, "");
}

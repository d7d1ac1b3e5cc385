package dev.jubelet.decide.action;

import java.time.Duration;

/**
 * Why one running instance has to be stopped although its definition is still wanted, as after a
 * probe that failed too often.
 *
 * @param reason a word of Kubernetes, as events have it
 * @param message a sentence for people
 * @param grace what it gets in all to end by itself
 * @param restart whether its container runs again, whatever its exit says
 */
public record Kill(String reason, String message, Duration grace, boolean restart) {}

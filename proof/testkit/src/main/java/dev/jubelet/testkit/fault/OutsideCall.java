package dev.jubelet.testkit.fault;

import dev.jubelet.model.pod.PodUid;
import org.jspecify.annotations.Nullable;

/**
 * One call that reaches the outside world.
 *
 * @param uid the pod it is about, or null when it is about none or about all
 * @param subject the container's, volume's or image's name; empty when the pod itself is meant
 */
public record OutsideCall(Operation operation, @Nullable PodUid uid, String subject) {
  public static OutsideCall of(Operation operation) {
    return new OutsideCall(operation, null, "");
  }
}

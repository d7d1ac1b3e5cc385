package dev.jubelet.codec.rules;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.ProbePeriods;
import java.util.stream.Stream;

/** Our annotations for probe periods: a duration each, and a container that is there. */
final class ProbePeriodRules {
  private static final String OF_CONTAINER = ProbePeriods.ANNOTATION + ".";

  private ProbePeriodRules() {}

  static void check(Pod pod, FieldCheck at) {
    pod.metadata()
        .annotations()
        .forEach((key, value) -> {
          if (key.equals(ProbePeriods.ANNOTATION) || key.startsWith(OF_CONTAINER)) {
            duration(value, at.key(key));
          }
          if (key.startsWith(OF_CONTAINER) && !has(pod, key.substring(OF_CONTAINER.length()))) {
            at.key(key).notFound(key.substring(OF_CONTAINER.length()));
          }
        });
  }

  private static void duration(String value, FieldCheck at) {
    try {
      ProbePeriods.parse(value);
    } catch (IllegalArgumentException wrong) {
      at.invalid(value, String.valueOf(wrong.getMessage()));
    }
  }

  private static boolean has(Pod pod, String container) {
    return Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
        .map(Container::name)
        .anyMatch(container::equals);
  }
}

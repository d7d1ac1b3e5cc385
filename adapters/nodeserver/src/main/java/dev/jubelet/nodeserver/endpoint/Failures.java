package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;

/** How failures of the container runtime look to callers. */
final class Failures {
  /** Kubernetes: a runtime that has too many streams open is asked again after its own cache. */
  private static final String RETRY_SECONDS = "60";

  private static final String NO_RUNTIME = "the container runtime has not been found yet";

  private Failures() {}

  static HttpAnswer noRuntime() {
    return HttpAnswer.text(500, NO_RUNTIME);
  }

  static OutsideFailure missingRuntime() {
    return new OutsideFailure(FailureKind.UNAVAILABLE, NO_RUNTIME);
  }

  static HttpAnswer ofStream(OutsideFailure failed) {
    return switch (failed.kind()) {
      case NOT_FOUND -> HttpAnswer.text(404, failed.text());
      case EXHAUSTED -> HttpAnswer.text(429, failed.text()).with("Retry-After", RETRY_SECONDS);
      case BAD_SPEC, ALREADY_EXISTS, UNAVAILABLE, TIMED_OUT, DENIED, UNIMPLEMENTED, INTERNAL ->
          HttpAnswer.text(500, failed.text());
    };
  }
}

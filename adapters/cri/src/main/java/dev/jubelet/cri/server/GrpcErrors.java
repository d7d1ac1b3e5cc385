package dev.jubelet.cri.server;

import dev.jubelet.cri.messages.FailureCodes;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import java.util.Objects;

/** Failures as the caller sees them. */
final class GrpcErrors {
  // It travels in a header, and clients take no more than 8 KiB of these by default.
  private static final int TEXT_MAX = 4000;

  private final Journal journal;

  GrpcErrors(Journal journal) {
    this.journal = journal;
  }

  StatusException refusal(MethodDescriptor<?, ?> method, Throwable failure) {
    String name =
        Objects.requireNonNullElse(method.getBareMethodName(), method.getFullMethodName());
    return status(name, failure).asException();
  }

  /** What nobody foresaw is ours to read, not the caller's. */
  Status status(String call, Throwable failure) {
    if (failure instanceof OutsideFailure refused) {
      return FailureCodes.code(refused.kind()).toStatus().withDescription(shortened(refused));
    }
    StackTraceElement[] trace = failure.getStackTrace();
    journal.write(
        Journal.Level.ERROR,
        "FailedRuntimeCall",
        call + ": " + failure + (trace.length == 0 ? "" : " at " + trace[0]));
    return Status.INTERNAL.withDescription(
        "unexpected %s during %s".formatted(failure.getClass().getSimpleName(), call));
  }

  /** The end of a long text says more than its middle. */
  private static String shortened(OutsideFailure failure) {
    String text = failure.text();
    return text.length() <= TEXT_MAX
        ? text
        : text.substring(0, TEXT_MAX / 2) + " … " + text.substring(text.length() - TEXT_MAX / 2);
  }
}

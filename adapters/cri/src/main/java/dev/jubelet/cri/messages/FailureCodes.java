package dev.jubelet.cri.messages;

import dev.jubelet.ports.FailureKind;
import io.grpc.Status;

/** Kinds of failure and the codes of gRPC that tell them. */
public final class FailureCodes {
  private FailureCodes() {}

  /** The code with which we tell a kind; {@link #kind} gives the same kind back. */
  public static Status.Code code(FailureKind kind) {
    return switch (kind) {
      case BAD_SPEC -> Status.Code.INVALID_ARGUMENT;
      case NOT_FOUND -> Status.Code.NOT_FOUND;
      case ALREADY_EXISTS -> Status.Code.ALREADY_EXISTS;
      case EXHAUSTED -> Status.Code.RESOURCE_EXHAUSTED;
      case UNAVAILABLE -> Status.Code.UNAVAILABLE;
      case TIMED_OUT -> Status.Code.DEADLINE_EXCEEDED;
      case DENIED -> Status.Code.PERMISSION_DENIED;
      case UNIMPLEMENTED -> Status.Code.UNIMPLEMENTED;
      case INTERNAL -> Status.Code.INTERNAL;
    };
  }

  /** What a code means by itself; runtimes use some of them for anything. */
  public static FailureKind kind(Status.Code code) {
    return switch (code) {
      case INVALID_ARGUMENT, OUT_OF_RANGE -> FailureKind.BAD_SPEC;
      case NOT_FOUND -> FailureKind.NOT_FOUND;
      case ALREADY_EXISTS -> FailureKind.ALREADY_EXISTS;
      case RESOURCE_EXHAUSTED -> FailureKind.EXHAUSTED;
      case UNAVAILABLE -> FailureKind.UNAVAILABLE;
      case DEADLINE_EXCEEDED, CANCELLED -> FailureKind.TIMED_OUT;
      case PERMISSION_DENIED, UNAUTHENTICATED -> FailureKind.DENIED;
      case UNIMPLEMENTED -> FailureKind.UNIMPLEMENTED;
      case OK, UNKNOWN, FAILED_PRECONDITION, ABORTED, INTERNAL, DATA_LOSS -> FailureKind.INTERNAL;
    };
  }
}

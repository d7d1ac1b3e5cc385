package dev.jubelet.cri;

import com.google.protobuf.MessageLite;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One question to the runtime and its answer, with a deadline and with failures in our words. */
final class CriCalls {
  private final Channel channel;
  private final CriErrors errors;
  private final CriSettings settings;

  CriCalls(Channel channel, CriErrors errors, CriSettings settings) {
    this.channel = channel;
    this.errors = errors;
    this.settings = settings;
  }

  CriSettings settings() {
    return settings;
  }

  CriErrors errors() {
    return errors;
  }

  <Q, A> A ask(MethodDescriptor<Q, A> method, Q question) {
    return ask(method, question, settings.requestTimeout());
  }

  /** Waits on the calling thread; interrupting it cancels the call. */
  <Q, A> A ask(MethodDescriptor<Q, A> method, Q question, Duration deadline) {
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS);
    try {
      return ClientCalls.blockingUnaryCall(channel, method, options, question);
    } catch (StatusRuntimeException failure) {
      throw errors.failure(method, failure.getStatus(), deadline);
    }
  }

  /** A list, of which each item is read by itself. */
  <Q, I extends MessageLite, T> List<T> list(
      MethodDescriptor<Q, ?> method, Q question, ListAnswer<I, T> answer) {
    return ask(reading(method, answer), question);
  }

  /** The same call, with its answer read by somebody else. */
  static <Q, A> MethodDescriptor<Q, A> reading(
      MethodDescriptor<Q, ?> method, MethodDescriptor.Marshaller<A> answer) {
    return method.toBuilder(method.getRequestMarshaller(), answer).build();
  }

  /** For questions about one thing, which may be gone. */
  <Q, A> Optional<A> find(MethodDescriptor<Q, A> method, Q question) {
    return unless(FailureKind.NOT_FOUND, method, question);
  }

  /** For what older runtimes cannot do. */
  <Q, A> Optional<A> askIfAble(MethodDescriptor<Q, A> method, Q question) {
    return unless(FailureKind.UNIMPLEMENTED, method, question);
  }

  private <Q, A> Optional<A> unless(FailureKind kind, MethodDescriptor<Q, A> method, Q question) {
    try {
      return Optional.of(ask(method, question));
    } catch (OutsideFailure failure) {
      if (failure.kind() == kind) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  /** CRI: ending what is not there is success, which not every runtime knows. */
  <Q, A> void end(MethodDescriptor<Q, A> method, Q question, Duration deadline) {
    try {
      ask(method, question, deadline);
    } catch (OutsideFailure failure) {
      if (failure.kind() != FailureKind.NOT_FOUND) {
        throw failure;
      }
    }
  }

  /** A call whose answer is awaited in some other way. */
  <Q, A> ClientCall<Q, A> begin(MethodDescriptor<Q, A> method, CallOptions options) {
    return channel.newCall(method, options);
  }
}

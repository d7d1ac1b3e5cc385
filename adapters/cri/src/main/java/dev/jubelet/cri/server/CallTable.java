package dev.jubelet.cri.server;

import com.google.protobuf.Message;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls and who answers them. Each runs on a thread of its own, so that one that takes long is in
 * nobody's way, and everything that goes wrong becomes a status.
 */
final class CallTable {
  /** The answer to one question. */
  interface Work<Q, A> {
    A answer(Q question);
  }

  /**
   * An answer that holds something until its caller has it.
   *
   * @param sent is run once the caller has all of it, or is gone
   */
  record Answer<A>(A message, Runnable sent) {}

  /** Answers that go on until one of both sides has had enough. */
  interface Feed<Q, A> {
    void begin(Q question, ServerCallStreamObserver<A> answers);
  }

  private final GrpcErrors refusals;
  private final Map<String, ServerServiceDefinition.Builder> services = new LinkedHashMap<>();

  CallTable(GrpcErrors refusals, ServiceDescriptor... offered) {
    this.refusals = refusals;
    for (ServiceDescriptor service : offered) {
      services.put(service.getName(), ServerServiceDefinition.builder(service));
    }
  }

  /** A change goes on when its caller is gone: half of it would help nobody. */
  <Q, A> void unary(MethodDescriptor<Q, A> method, Work<Q, A> work) {
    service(method)
        .addMethod(
            method,
            ServerCalls.asyncUnaryCall((Q question, StreamObserver<A> answers) -> {
              ServerCallStreamObserver<A> caller = patient(answers);
              try {
                caller.onNext(work.answer(question));
                caller.onCompleted();
              } catch (Throwable failure) {
                caller.onError(refusals.refusal(method, failure));
              }
            }));
  }

  /** For a change that is answered with an empty message. */
  <Q, A> void change(MethodDescriptor<Q, A> method, Consumer<Q> work) {
    A nothing = method.parseResponse(InputStream.nullInputStream());
    unary(
        method,
        question -> {
          work.accept(question);
          return nothing;
        });
  }

  /** For what is only done for the caller: it is interrupted when nobody waits for it any more. */
  <Q, A> void unaryWhileAwaited(MethodDescriptor<Q, A> method, Work<Q, A> work) {
    heldWhileAwaited(method, question -> new Answer<>(work.answer(question), () -> {}));
  }

  /** The same for an answer that is accounted for until the caller has it. */
  <Q, A> void heldWhileAwaited(MethodDescriptor<Q, A> method, Work<Q, Answer<A>> work) {
    service(method)
        .addMethod(
            method,
            ServerCalls.asyncUnaryCall((Q question, StreamObserver<A> answers) -> {
              ServerCallStreamObserver<A> caller = patient(answers);
              AtomicReference<Runnable> held = new AtomicReference<>(() -> {});
              Runnable release = () -> held.getAndSet(() -> {}).run();
              caller.setOnCancelHandler(release);
              caller.setOnCloseHandler(release);
              try {
                Answer<A> answer = whileAwaited(() -> work.answer(question));
                held.set(answer.sent());
                caller.onNext(answer.message());
                caller.onCompleted();
                if (caller.isCancelled()) {
                  // Maybe before there was anything to release.
                  release.run();
                }
              } catch (Throwable failure) {
                release.run();
                caller.onError(refusals.refusal(method, failure));
              }
            }));
  }

  private static <A> A whileAwaited(Supplier<A> work) {
    Thread self = Thread.currentThread();
    Context call = Context.current();
    Context.CancellationListener gone = _ -> self.interrupt();
    call.addListener(gone, Runnable::run);
    try {
      return work.get();
    } finally {
      call.removeListener(gone);
      Thread.interrupted();
    }
  }

  /** A list in pieces, the next one when the reader has room for it. */
  <Q, I extends Message, A> void list(
      MethodDescriptor<Q, A> method, Work<Q, List<I>> work, Function<List<I>, A> piece) {
    stream(
        method,
        (question, answers) -> {
          Iterator<List<I>> pieces = ListChunks.of(work.answer(question)).iterator();
          Runnable go =
              new Runnable() {
                private boolean done;

                @Override
                public void run() {
                  while (answers.isReady() && pieces.hasNext()) {
                    answers.onNext(piece.apply(pieces.next()));
                  }
                  if (!done && !pieces.hasNext()) {
                    done = true;
                    answers.onCompleted();
                  }
                }
              };
          answers.setOnReadyHandler(go);
          go.run();
        });
  }

  <Q, A> void stream(MethodDescriptor<Q, A> method, Feed<Q, A> feed) {
    service(method)
        .addMethod(
            method,
            ServerCalls.asyncServerStreamingCall((Q question, StreamObserver<A> answers) -> {
              ServerCallStreamObserver<A> caller = patient(answers);
              try {
                feed.begin(question, caller);
              } catch (Throwable failure) {
                caller.onError(refusals.refusal(method, failure));
              }
            }));
  }

  /** Answering somebody who is gone is no failure. */
  private static <A> ServerCallStreamObserver<A> patient(StreamObserver<A> answers) {
    ServerCallStreamObserver<A> caller = (ServerCallStreamObserver<A>) answers;
    caller.setOnCancelHandler(() -> {});
    return caller;
  }

  private ServerServiceDefinition.Builder service(MethodDescriptor<?, ?> method) {
    return Objects.requireNonNull(
        services.get(Objects.requireNonNull(method.getServiceName())), "a service of ours");
  }

  /**
   * @throws IllegalStateException when a call of a service is answered by nobody
   */
  List<ServerServiceDefinition> services() {
    List<ServerServiceDefinition> whole = new ArrayList<>();
    services.values().forEach(service -> whole.add(service.build()));
    return whole;
  }
}

package dev.jubelet.cri;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientStreamTracer;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a runtime sends, while it arrives, against a budget for all its answers together. A
 * call whose answer does not fit is cancelled; the others go on.
 */
record AnswerMemory(MemoryBudget budget) implements ClientInterceptor {
  /** Small answers get through also while others use up all of the budget. */
  private static final long FREE = 64 << 10;

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    Answer answer = new Answer(budget, !method.getType().serverSendsOneMessage());
    ClientCall<Q, A> call =
        next.newCall(
            method,
            options.withStreamTracerFactory(
                new ClientStreamTracer.Factory() {
                  @Override
                  public ClientStreamTracer newClientStreamTracer(
                      ClientStreamTracer.StreamInfo info, Metadata headers) {
                    return answer;
                  }
                }));
    answer.belongsTo(call);
    return new SimpleForwardingClientCall<>(call) {
      @Override
      public void start(Listener<A> listener, Metadata headers) {
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                super.onClose(answer.close(status), trailers);
              }
            },
            headers);
      }
    };
  }

  /** What has come of one answer. */
  private static final class Answer extends ClientStreamTracer {
    private final MemoryBudget.Share memory;
    private final boolean many;
    private @Nullable ClientCall<?, ?> call;
    private long arrived;
    private boolean closed;
    private @Nullable OutsideFailure tooMuch;

    Answer(MemoryBudget budget, boolean many) {
      this.memory = budget.open();
      this.many = many;
    }

    synchronized void belongsTo(ClientCall<?, ?> own) {
      call = own;
    }

    @Override
    public void inboundWireSize(long bytes) {
      ClientCall<?, ?> ended = taken(bytes);
      if (ended != null) {
        ended.cancel("the answer is too large", null);
      }
    }

    /** The call when it must end. */
    private synchronized @Nullable ClientCall<?, ?> taken(long bytes) {
      long before = Math.max(0, arrived - FREE);
      arrived += bytes;
      long more = Math.max(0, arrived - FREE) - before;
      if (closed || tooMuch != null || more == 0) {
        return null;
      }
      try {
        memory.take(more);
        return null;
      } catch (OutsideFailure full) {
        tooMuch = full;
        return call;
      }
    }

    /** Of a stream each message counts for itself. */
    @Override
    public synchronized void inboundMessageRead(int number, long wireSize, long size) {
      if (many) {
        memory.giveBack(memory.held());
        arrived = 0;
      }
    }

    synchronized Status close(Status status) {
      closed = true;
      memory.close();
      return tooMuch == null
          ? status
          : Status.RESOURCE_EXHAUSTED.withDescription(tooMuch.text()).withCause(tooMuch);
    }
  }
}

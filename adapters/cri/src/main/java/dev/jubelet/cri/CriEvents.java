package dev.jubelet.cri;

import dev.jubelet.cri.messages.EventMessages;
import dev.jubelet.cri.wire.ContainerEventResponse;
import dev.jubelet.cri.wire.GetEventsRequest;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.RuntimeEvents;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** The runtime's events, delivered on the thread of the one who follows them. */
final class CriEvents implements RuntimeEvents {
  private final CriCalls calls;
  private final Runnable roundTrip;

  CriEvents(CriCalls calls, Runnable roundTrip) {
    this.calls = calls;
    this.roundTrip = roundTrip;
  }

  private sealed interface Arrival {
    record Event(ContainerEventResponse event) implements Arrival {}

    record End(Status status) implements Arrival {}
  }

  @Override
  public void follow(Runnable connected, Consumer<ContainerEvent> listener) {
    // Never longer than two: the next event is asked for when the last one has been handled.
    BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    // Arrivals only go into the queue, which needs no thread of its own.
    CallOptions options = CallOptions.DEFAULT.withExecutor(Runnable::run);
    ClientCall<GetEventsRequest, ContainerEventResponse> call =
        calls.begin(RuntimeServiceGrpc.getGetContainerEventsMethod(), options);
    try {
      call.start(new Arrivals(arrivals), new Metadata());
      call.sendMessage(GetEventsRequest.getDefaultInstance());
      call.halfClose();
      call.request(1);
      awaitConnected(arrivals);
      connected.run();
      while (true) {
        switch (arrivals.take()) {
          case Arrival.Event(ContainerEventResponse event) -> {
            EventMessages.event(event).ifPresent(listener);
            call.request(1);
          }
          case Arrival.End(Status status) -> throw ended(status);
        }
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.TIMED_OUT, "following events was interrupted");
    } finally {
      call.cancel("no longer followed", null);
    }
  }

  /**
   * containerd sends nothing, not even headers, before the first event. But questions that were
   * asked later on the same connection and are answered show that the stream has arrived there; and
   * if the runtime has no events, its refusal is here by then. Two, as a runtime works on several
   * questions at once, and the second one begins after the first has been answered.
   */
  private void awaitConnected(BlockingQueue<Arrival> arrivals) {
    roundTrip.run();
    roundTrip.run();
    if (arrivals.peek() instanceof Arrival.End(Status status)) {
      throw ended(status);
    }
  }

  private OutsideFailure ended(Status status) {
    return status.isOk()
        ? new OutsideFailure(FailureKind.UNAVAILABLE, "the container runtime ended its events")
        : calls
            .errors()
            .failure(RuntimeServiceGrpc.getGetContainerEventsMethod(), status, Duration.ZERO);
  }

  private static final class Arrivals extends ClientCall.Listener<ContainerEventResponse> {
    private final BlockingQueue<Arrival> queue;

    Arrivals(BlockingQueue<Arrival> queue) {
      this.queue = queue;
    }

    @Override
    public void onMessage(ContainerEventResponse event) {
      queue.add(new Arrival.Event(event));
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      queue.add(new Arrival.End(status));
    }
  }
}

package dev.jubelet.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.cri.wire.ContainerEventResponse;
import dev.jubelet.cri.wire.ContainerEventType;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.VersionResponse;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class CriEventsTest {
  @TempDir Path directory;
  private ScriptedServer server;
  private CriRuntime cri;
  private final List<String> seen = new ArrayList<>();

  @BeforeEach
  void connect() {
    server =
        new ScriptedServer(directory)
            .answer(
                RuntimeServiceGrpc.getVersionMethod(),
                request -> VersionResponse.getDefaultInstance());
    cri =
        CriRuntime.connect(
            server.endpoint(),
            CriSettings.DEFAULT,
            new MemoryBudget("answers of the runtime", 32 << 20));
  }

  @AfterEach
  void disconnect() throws IOException {
    cri.close();
    server.close();
  }

  private OutsideFailure follow() {
    OutsideFailure end =
        catchThrowableOfType(
            OutsideFailure.class,
            () ->
                cri.runtime()
                    .events()
                    .follow(() -> seen.add("connected"), event -> seen.add(event.containerId())));
    assertThat(end).isNotNull();
    return end;
  }

  private static ContainerEventResponse event(String id) {
    return ContainerEventResponse.newBuilder()
        .setContainerId(id)
        .setContainerEventType(ContainerEventType.CONTAINER_STARTED_EVENT)
        .build();
  }

  @Test
  void deliversInOrderAfterConnectedUntilTheStreamBreaks() throws IOException {
    server.stream(
            RuntimeServiceGrpc.getGetContainerEventsMethod(),
            (request, events) -> {
              for (int i = 0; i < 100; i++) {
                events.onNext(event("c" + i));
              }
              events.onError(Status.UNAVAILABLE.withDescription("going").asRuntimeException());
            })
        .start();
    OutsideFailure end = follow();
    assertThat(end.kind()).isEqualTo(FailureKind.UNAVAILABLE);
    assertThat(seen).hasSize(101).startsWith("connected", "c0", "c1").endsWith("c99");
  }

  @Test
  void streamThatTheRuntimeEndsIsUnavailable() throws IOException {
    server.stream(
            RuntimeServiceGrpc.getGetContainerEventsMethod(),
            (request, events) -> events.onCompleted())
        .start();
    assertThat(follow().kind()).isEqualTo(FailureKind.UNAVAILABLE);
  }

  @Test
  void runtimeWithoutEventsIsUnimplementedAndNeverConnected() throws IOException {
    server.start();
    assertThat(follow().kind()).isEqualTo(FailureKind.UNIMPLEMENTED);
    assertThat(seen).isEmpty();
  }

  @Test
  void connectsThoughTheRuntimeSaysNothingYet() throws IOException, InterruptedException {
    CompletableFuture<ServerCallStreamObserver<ContainerEventResponse>> stream =
        new CompletableFuture<>();
    CountDownLatch cancelled = new CountDownLatch(1);
    server.stream(
            RuntimeServiceGrpc.getGetContainerEventsMethod(),
            (request, events) -> {
              events.setOnCancelHandler(cancelled::countDown);
              stream.complete(events);
            })
        .start();
    CountDownLatch connected = new CountDownLatch(1);
    CompletableFuture<ContainerEvent> first = new CompletableFuture<>();
    CompletableFuture<OutsideFailure> end = new CompletableFuture<>();
    Thread follower =
        Thread.startVirtualThread(() -> {
          try {
            cri.runtime().events().follow(connected::countDown, first::complete);
          } catch (OutsideFailure failure) {
            end.complete(failure);
          }
        });
    connected.await();
    stream.join().onNext(event("c1"));
    assertThat(first.join().kind()).isEqualTo(ContainerEvent.Kind.STARTED);
    follower.interrupt();
    assertThat(end.join().kind()).isEqualTo(FailureKind.TIMED_OUT);
    cancelled.await();
  }

  @Test
  void runtimeThatIsAwayIsUnavailable() {
    assertThat(follow().kind()).isEqualTo(FailureKind.UNAVAILABLE);
    assertThat(seen).isEmpty();
  }
}

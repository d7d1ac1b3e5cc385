package dev.jubelet.cri.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.cri.wire.ContainerEventResponse;
import dev.jubelet.cri.wire.ExecSyncRequest;
import dev.jubelet.cri.wire.ExecSyncResponse;
import dev.jubelet.cri.wire.GetEventsRequest;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.VersionRequest;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.ContainerRuntimeBuilder;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.runtime.ExecOutcome;
import dev.jubelet.ports.runtime.RuntimeEvents;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamTarget;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import dev.jubelet.testkit.runtime.FakeRuntime;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How the server comes and goes, and what those who misbehave can do to it. */
@Timeout(60)
class CriServerLifeTest {
  @TempDir Path directory;
  private final ManualTime time = new ManualTime();
  private final FakeRuntime fake = new FakeRuntime(time::now);
  private final RecordingJournal journal = new RecordingJournal();

  private Path socket() {
    return directory.resolve("below/cri.sock");
  }

  private CriServer serve() {
    return CriServer.start(socket(), fake.runtime(), fake.records(), ServedFake.OFFERS, journal);
  }

  private CriServer serve(ContainerRuntime runtime, EventCalls.Limits limits) {
    return CriServer.start(socket(), runtime, fake.records(), ServedFake.OFFERS, journal, limits);
  }

  private String version() {
    try (RawClient client = new RawClient(socket())) {
      return client.runtime.version(VersionRequest.getDefaultInstance()).getRuntimeName();
    }
  }

  @Test
  void onlyTheOwnerMayConnect() throws IOException {
    try (CriServer _ = serve()) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket())))
          .isEqualTo("rw-------");
      try (var beside = Files.list(socket().getParent())) {
        assertThat(beside).containsExactly(socket());
      }
    }
  }

  @Test
  void socketOfADeadProcessIsReplaced() throws IOException {
    Files.createDirectories(socket().getParent());
    try (var dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(socket()));
    }
    assertThat(socket()).exists();
    try (CriServer _ = serve()) {
      assertThat(version()).isEqualTo("fake");
    }
  }

  @Test
  void socketThatIsAnsweredIsLeftAlone() {
    try (CriServer _ = serve()) {
      assertThatExceptionOfType(OutsideFailure.class)
          .isThrownBy(this::serve)
          .returns(FailureKind.ALREADY_EXISTS, OutsideFailure::kind);
      assertThat(version()).isEqualTo("fake");
    }
  }

  @Test
  void fileThatIsNoSocketIsLeftAlone() throws IOException {
    Files.createDirectories(socket().getParent());
    Files.writeString(socket(), "precious");
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(this::serve)
        .withMessageContaining("no socket");
    assertThat(socket()).hasContent("precious");
  }

  @Test
  void nothingIsLeftBehind() throws IOException {
    serve().close();
    try (var left = Files.list(socket().getParent())) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void serverCanBeStartedAgainAtOnce() {
    serve().close();
    try (CriServer _ = serve()) {
      assertThat(version()).isEqualTo("fake");
    }
  }

  @Test
  void surprisesAreForTheJournalAndNotForTheCaller() {
    ContainerRuntime broken =
        with(
            (_, _, _, _) -> {
              throw new IllegalStateException("inner workings");
            },
            fake.runtime().events());
    try (CriServer _ = serve(broken, EventCalls.Limits.USUAL);
        RawClient client = new RawClient(socket())) {
      Status refusal =
          RawClient.refusal(() ->
              client.runtime.execSync(
                  ExecSyncRequest.newBuilder().setContainerId("x").addCmd("a").build()));
      assertThat(refusal.getCode()).isEqualTo(Status.Code.INTERNAL);
      assertThat(refusal.getDescription()).contains("ExecSync").doesNotContain("inner workings");
      assertThat(journal.lines())
          .singleElement()
          .satisfies(line -> assertThat(line.message()).contains("inner workings"));
    }
  }

  @Test
  void outputCountsUntilTheCallerHasIt() throws InterruptedException {
    MemoryBudget outputs = new MemoryBudget("output of exec calls", 100);
    ContainerRuntime talkative =
        with(
            (_, _, _, _) -> new ExecOutcome(new byte[60], new byte[40], 7, outputs.open(100)),
            fake.runtime().events());
    try (CriServer _ = serve(talkative, EventCalls.Limits.USUAL);
        RawClient client = new RawClient(socket())) {
      ExecSyncResponse answer =
          client.runtime.execSync(
              ExecSyncRequest.newBuilder().setContainerId("x").addCmd("a").build());
      assertThat(answer.getStdout().size() + answer.getStderr().size()).isEqualTo(100);
      assertThat(answer.getExitCode()).isEqualTo(7);
      Await.until("the memory is given back", Duration.ofSeconds(20), () -> outputs.used() == 0);
    }
  }

  @Test
  void commandEndsWhenNobodyWaitsForItAnyMore() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    ContainerRuntime hanging =
        with(
            (_, _, _, _) -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException end) {
                interrupted.countDown();
              }
              throw new OutsideFailure(FailureKind.TIMED_OUT, "interrupted");
            },
            fake.runtime().events());
    try (CriServer _ = serve(hanging, EventCalls.Limits.USUAL);
        RawClient client = new RawClient(socket())) {
      Status late =
          RawClient.refusal(() ->
              client
                  .runtime
                  .withDeadlineAfter(1, TimeUnit.SECONDS)
                  .execSync(ExecSyncRequest.newBuilder().setContainerId("x").addCmd("a").build()));
      assertThat(late.getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
      assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(version()).isEqualTo("fake");
    }
  }

  /** Keeps what it was told, and takes nothing before it is asked to. */
  private static final class Reader extends ClientCall.Listener<ContainerEventResponse> {
    final AtomicInteger heard = new AtomicInteger();
    final CompletableFuture<Status> end = new CompletableFuture<>();

    @Override
    public void onMessage(ContainerEventResponse event) {
      heard.incrementAndGet();
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      end.complete(status);
    }
  }

  private static ClientCall<GetEventsRequest, ContainerEventResponse> follow(
      RawClient client, Reader reader) {
    ClientCall<GetEventsRequest, ContainerEventResponse> call =
        client.channel.newCall(
            RuntimeServiceGrpc.getGetContainerEventsMethod(), CallOptions.DEFAULT);
    call.start(reader, new Metadata());
    call.sendMessage(GetEventsRequest.getDefaultInstance());
    call.halfClose();
    return call;
  }

  /** Tells events without end, as fast as they are taken. */
  private static final RuntimeEvents TALKATIVE =
      (connected, listener) -> {
        connected.run();
        String id = "c".repeat(4096);
        while (!Thread.currentThread().isInterrupted()) {
          listener.accept(new ContainerEvent(ContainerEvent.Kind.STARTED, id, null, Instant.EPOCH));
        }
        throw new OutsideFailure(FailureKind.UNAVAILABLE, "interrupted");
      };

  @Test
  void readerThatDoesNotKeepUpIsCutOff() throws Exception {
    ContainerRuntime talkative = with(fake.runtime().streams()::execSync, TALKATIVE);
    EventCalls.Limits tight = new EventCalls.Limits(1, 10, Duration.ofSeconds(30));
    try (CriServer _ = serve(talkative, tight);
        RawClient client = new RawClient(socket())) {
      Reader reader = new Reader();
      follow(client, reader).request(1_000_000);
      assertThat(reader.end.get(30, TimeUnit.SECONDS).getCode())
          .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      assertThat(version()).isEqualTo("fake");
    }
  }

  @Test
  void readerThatTakesNothingIsCutOffThoughLittleIsTold() throws Exception {
    CountDownLatch given = new CountDownLatch(1);
    RuntimeEvents brief =
        (connected, listener) -> {
          connected.run();
          for (int i = 0; i < 100; i++) {
            listener.accept(
                new ContainerEvent(
                    ContainerEvent.Kind.STARTED, "c".repeat(4096), null, Instant.EPOCH));
          }
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException end) {
            given.countDown();
          }
          throw new OutsideFailure(FailureKind.UNAVAILABLE, "interrupted");
        };
    EventCalls.Limits hasty = new EventCalls.Limits(1, 1000, Duration.ofMillis(50));
    try (CriServer _ = serve(with(fake.runtime().streams()::execSync, brief), hasty);
        RawClient client = new RawClient(socket())) {
      Reader reader = new Reader();
      ClientCall<?, ?> call = follow(client, reader);
      assertThat(given.await(30, TimeUnit.SECONDS)).isTrue();
      // Its end stands behind what was already under way.
      call.request(1000);
      assertThat(reader.end.get(30, TimeUnit.SECONDS).getCode())
          .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      assertThat(reader.heard.get()).isLessThan(100);
    }
  }

  @Test
  void noMoreReadersThanThereIsRoomFor() throws Exception {
    EventCalls.Limits one = new EventCalls.Limits(1, 10, Duration.ofSeconds(30));
    try (CriServer _ = serve(fake.runtime(), one);
        RawClient client = new RawClient(socket())) {
      Reader first = new Reader();
      Reader second = new Reader();
      follow(client, first).request(1);
      version();
      follow(client, second).request(1);
      Status refused =
          (Status) CompletableFuture.anyOf(first.end, second.end).get(30, TimeUnit.SECONDS);
      assertThat(refused.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }
  }

  @Test
  void followersHearThatTheServerGoes() throws Exception {
    Reader reader = new Reader();
    try (RawClient client = new RawClient(directory.resolve("below/cri.sock"))) {
      try (CriServer _ = serve()) {
        follow(client, reader).request(1);
        client.runtime.version(VersionRequest.getDefaultInstance());
      }
      assertThat(reader.end.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }
  }

  private interface Exec {
    ExecOutcome execSync(ContainerId id, List<String> command, Duration timeout, int outputMax);
  }

  private ContainerRuntime with(Exec exec, RuntimeEvents events) {
    ContainerRuntime usual = fake.runtime();
    ContainerStreams own = usual.streams();
    ContainerStreams streams =
        new ContainerStreams() {
          @Override
          public ExecOutcome execSync(
              ContainerId id, List<String> command, Duration timeout, int outputMax) {
            return exec.execSync(id, command, timeout, outputMax);
          }

          @Override
          public StreamTarget exec(ContainerId id, List<String> command, StreamOptions options) {
            return own.exec(id, command, options);
          }

          @Override
          public StreamTarget attach(ContainerId id, StreamOptions options) {
            return own.attach(id, options);
          }

          @Override
          public StreamTarget portForward(SandboxId id, List<Integer> ports) {
            return own.portForward(id, ports);
          }

          @Override
          public void reopenLog(ContainerId id) {
            own.reopenLog(id);
          }

          @Override
          public void checkpoint(ContainerId id, String location, Duration timeout) {
            own.checkpoint(id, location, timeout);
          }
        };
    return ContainerRuntimeBuilder.builder(usual).streams(streams).events(events).build();
  }
}

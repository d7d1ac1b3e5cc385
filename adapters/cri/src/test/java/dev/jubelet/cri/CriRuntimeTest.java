package dev.jubelet.cri;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.cri.messages.PodLabels;
import dev.jubelet.cri.messages.Samples;
import dev.jubelet.cri.wire.Container;
import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.cri.wire.ContainerStatusResponse;
import dev.jubelet.cri.wire.ExecSyncRequest;
import dev.jubelet.cri.wire.ExecSyncResponse;
import dev.jubelet.cri.wire.ImageServiceGrpc;
import dev.jubelet.cri.wire.ImageStatusResponse;
import dev.jubelet.cri.wire.ListContainersRequest;
import dev.jubelet.cri.wire.ListContainersResponse;
import dev.jubelet.cri.wire.RunPodSandboxResponse;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.StartContainerResponse;
import dev.jubelet.cri.wire.StopContainerRequest;
import dev.jubelet.cri.wire.StopContainerResponse;
import dev.jubelet.cri.wire.VersionResponse;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.testkit.Await;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CriRuntimeTest {
  private static final ContainerId C1 = new ContainerId("c1");

  @TempDir Path directory;
  private ScriptedServer server;
  private CriRuntime cri;
  private ContainerRuntime runtime;

  @BeforeEach
  void connect() {
    server = new ScriptedServer(directory);
    cri =
        CriRuntime.connect(
            server.endpoint(),
            CriSettings.DEFAULT,
            new MemoryBudget("answers of the runtime", 32 << 20));
    runtime = cri.runtime();
  }

  @AfterEach
  void disconnect() throws IOException {
    cri.close();
    server.close();
  }

  private static OutsideFailure failureOf(ThrowingCallable call) {
    OutsideFailure failure = catchThrowableOfType(OutsideFailure.class, call);
    assertThat(failure).isNotNull();
    return failure;
  }

  private static Container container(String id, boolean labelled) {
    Container.Builder wire = Container.newBuilder().setId(id).setPodSandboxId("s-" + id);
    if (labelled) {
      wire.putLabels(PodLabels.POD_UID, "uid-1");
    }
    return wire.build();
  }

  private void serveVersion() throws IOException {
    server
        .answer(
            RuntimeServiceGrpc.getVersionMethod(),
            request ->
                VersionResponse.newBuilder()
                    .setRuntimeName("scripted")
                    .setRuntimeVersion("1.2")
                    .setRuntimeApiVersion("v1")
                    .build())
        .start();
  }

  @Test
  void saysThatTheRuntimeIsAway() {
    OutsideFailure failure = failureOf(() -> runtime.facts().version());
    assertThat(failure.kind()).isEqualTo(FailureKind.UNAVAILABLE);
    assertThat(failure.text())
        .startsWith("container runtime at " + server.endpoint() + " is away: ")
        .doesNotContain("io exception");
  }

  @Test
  void goesOnWithinSecondAfterTheRuntimeCameBack() throws IOException {
    serveVersion();
    assertThat(runtime.facts().version().name()).isEqualTo("scripted");
    server.stop();
    long away = System.nanoTime();
    // Long enough for gRPC's own back-off to have grown.
    while (System.nanoTime() - away < TimeUnit.SECONDS.toNanos(3)) {
      assertThat(failureOf(() -> runtime.facts().version()).kind())
          .isEqualTo(FailureKind.UNAVAILABLE);
      Await.pause(Duration.ofMillis(50));
    }
    server.start();
    Await.until("the runtime answers", Duration.ofMillis(1500), this::answers);
  }

  private boolean answers() {
    try {
      runtime.facts().version();
      return true;
    } catch (OutsideFailure stillAway) {
      return false;
    }
  }

  @Test
  void firstCallAfterQuickRestartGoesThrough() throws IOException {
    serveVersion();
    runtime.facts().version();
    server.stop();
    server.start();
    assertThat(runtime.facts().version().version()).isEqualTo("1.2");
  }

  @Test
  void listsWhatIsOursAndFiltersByPod() throws IOException {
    server
        .answer(
            RuntimeServiceGrpc.getListContainersMethod(),
            request ->
                ListContainersResponse.newBuilder()
                    .addContainers(container("c1", true))
                    .addContainers(container("c2", false))
                    .build())
        .start();
    assertThat(runtime.containers().list(null))
        .extracting(ObservedContainer::id)
        .containsExactly(C1);
    runtime.containers().list(new PodUid("uid-1"));
    List<ListContainersRequest> asked = server.requests(ListContainersRequest.class);
    assertThat(asked.get(0).hasFilter()).isFalse();
    assertThat(asked.get(1).getFilter().getLabelSelectorMap())
        .containsExactly(entry(PodLabels.POD_UID, "uid-1"));
  }

  @Test
  void statusKnowsTheSandboxAndAsksForItOnce() throws IOException {
    server
        .answer(
            RuntimeServiceGrpc.getListContainersMethod(),
            request ->
                ListContainersResponse.newBuilder().addContainers(container("c1", true)).build())
        .answer(
            RuntimeServiceGrpc.getContainerStatusMethod(),
            request ->
                ContainerStatusResponse.newBuilder()
                    .setStatus(ContainerStatus.newBuilder().setId(request.getContainerId()))
                    .build())
        .start();
    for (int look = 0; look < 2; look++) {
      assertThat(runtime.containers().status(C1).orElseThrow().sandbox())
          .isEqualTo(new SandboxId("s-c1"));
    }
    assertThat(server.requests(ListContainersRequest.class)).hasSize(1);
    assertThat(runtime.containers().status(new ContainerId("gone"))).isEmpty();
  }

  @Test
  void whatIsGoneIsEmptyAndEndingItSucceeds() throws IOException {
    Status gone = Status.NOT_FOUND.withDescription("gone");
    Status oldGone = Status.UNKNOWN.withDescription("container \"c1\": not found");
    server
        .fail(RuntimeServiceGrpc.getContainerStatusMethod(), gone)
        .fail(RuntimeServiceGrpc.getPodSandboxStatusMethod(), oldGone)
        .fail(RuntimeServiceGrpc.getStopContainerMethod(), oldGone)
        .fail(RuntimeServiceGrpc.getRemoveContainerMethod(), gone)
        .fail(RuntimeServiceGrpc.getStopPodSandboxMethod(), gone)
        .fail(RuntimeServiceGrpc.getRemovePodSandboxMethod(), gone)
        .fail(ImageServiceGrpc.getRemoveImageMethod(), gone)
        .answer(
            ImageServiceGrpc.getImageStatusMethod(),
            request -> ImageStatusResponse.getDefaultInstance())
        .start();
    assertThat(runtime.containers().status(C1)).isEmpty();
    assertThat(runtime.sandboxes().status(new SandboxId("s"))).isEmpty();
    assertThat(runtime.images().status(ImageSpec.of("x"))).isEmpty();
    runtime.containers().stop(C1, Duration.ofSeconds(1));
    runtime.containers().remove(C1);
    runtime.sandboxes().stop(new SandboxId("s"));
    runtime.sandboxes().remove(new SandboxId("s"));
    runtime.images().remove(ImageSpec.of("x"));
  }

  @Test
  void oldRuntimesHaveNoCgroupDriverToTell() throws IOException {
    serveVersion();
    assertThat(runtime.facts().cgroupDriver()).isEmpty();
    assertThat(failureOf(() -> runtime.stats().sandboxes(null)).kind())
        .isEqualTo(FailureKind.UNIMPLEMENTED);
  }

  @Test
  void reservedNameAlreadyExists() throws IOException {
    server
        .fail(
            RuntimeServiceGrpc.getRunPodSandboxMethod(),
            Status.UNKNOWN.withDescription("name \"a\" is reserved for \"b\""))
        .start();
    OutsideFailure failure = failureOf(() -> runtime.sandboxes().run(Samples.sandbox(), ""));
    assertThat(failure.kind()).isEqualTo(FailureKind.ALREADY_EXISTS);
    assertThat(failure.text()).isEqualTo("name \"a\" is reserved for \"b\"");
  }

  @Test
  void longErrorTextsArriveWhole() throws IOException {
    String text = "x".repeat(100_000);
    server
        .fail(RuntimeServiceGrpc.getStartContainerMethod(), Status.UNKNOWN.withDescription(text))
        .start();
    assertThat(failureOf(() -> runtime.containers().start(C1)).text()).isEqualTo(text);
  }

  @Test
  void everyCallEndsAtItsDeadline() throws IOException {
    CountDownLatch end = new CountDownLatch(1);
    server
        .answer(
            RuntimeServiceGrpc.getStartContainerMethod(),
            request -> {
              awaitQuietly(end);
              return StartContainerResponse.getDefaultInstance();
            })
        .answer(
            RuntimeServiceGrpc.getRunPodSandboxMethod(),
            request -> {
              awaitQuietly(end);
              return RunPodSandboxResponse.getDefaultInstance();
            })
        .start();
    CriSettings hasty = CriSettings.DEFAULT.withRequestTimeout(Duration.ofMillis(200));
    try (CriRuntime hurried =
        CriRuntime.connect(
            server.endpoint(), hasty, new MemoryBudget("answers of the runtime", 32 << 20))) {
      OutsideFailure failure = failureOf(() -> hurried.runtime().containers().start(C1));
      assertThat(failure.kind()).isEqualTo(FailureKind.TIMED_OUT);
      assertThat(failure.text()).isEqualTo("StartContainer had no answer within 0.2s");
      assertThat(failureOf(() -> hurried.runtime().sandboxes().run(Samples.sandbox(), "")).text())
          .isEqualTo("RunPodSandbox had no answer within 0.4s");
    } finally {
      end.countDown();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void graceAndTimeoutTravelInWholeSeconds() throws IOException {
    server
        .answer(
            RuntimeServiceGrpc.getStopContainerMethod(),
            request -> StopContainerResponse.getDefaultInstance())
        .answer(
            RuntimeServiceGrpc.getExecSyncMethod(),
            request -> ExecSyncResponse.newBuilder().setExitCode(3).build())
        .start();
    runtime.containers().stop(C1, Duration.ofMillis(1500));
    assertThat(runtime.streams().execSync(C1, List.of("true"), Duration.ZERO, 10).exitCode())
        .isEqualTo(3);
    assertThat(server.requests(StopContainerRequest.class).getFirst().getTimeout()).isEqualTo(2);
    assertThat(server.requests(ExecSyncRequest.class).getFirst().getTimeout()).isEqualTo(0);
  }

  @Test
  void interruptEndsTheCall() throws IOException, InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    server
        .answer(
            RuntimeServiceGrpc.getStartContainerMethod(),
            request -> {
              asked.countDown();
              awaitQuietly(end);
              return StartContainerResponse.getDefaultInstance();
            })
        .start();
    CompletableFuture<OutsideFailure> outcome = new CompletableFuture<>();
    Thread caller =
        Thread.startVirtualThread(
            () -> outcome.complete(failureOf(() -> runtime.containers().start(C1))));
    asked.await();
    caller.interrupt();
    assertThat(outcome.join().kind()).isEqualTo(FailureKind.TIMED_OUT);
    assertThat(outcome.join().text()).isEqualTo("StartContainer was interrupted");
    end.countDown();
  }
}

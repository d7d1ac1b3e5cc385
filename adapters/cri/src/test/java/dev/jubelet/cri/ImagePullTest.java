package dev.jubelet.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.cri.messages.Samples;
import dev.jubelet.cri.wire.FilesystemIdentifier;
import dev.jubelet.cri.wire.FilesystemUsage;
import dev.jubelet.cri.wire.ImageFsInfoResponse;
import dev.jubelet.cri.wire.ImageServiceGrpc;
import dev.jubelet.cri.wire.PullImageRequest;
import dev.jubelet.cri.wire.PullImageResponse;
import dev.jubelet.cri.wire.UInt64Value;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
@Tag("long")
class ImagePullTest {
  private static final ImageSpec IMAGE = ImageSpec.of("registry/x:1");

  @TempDir Path directory;
  private ScriptedServer server;
  private CriRuntime cri;

  @BeforeEach
  void connect() {
    server = new ScriptedServer(directory);
    cri =
        CriRuntime.connect(
            server.endpoint(),
            new CriSettings(
                CriSettings.DEFAULT.requestTimeout(),
                Duration.ofMillis(200),
                Duration.ofMillis(20),
                CriSettings.DEFAULT.longestCall()),
            new MemoryBudget("answers of the runtime", 32 << 20));
  }

  @AfterEach
  void disconnect() throws IOException {
    cri.close();
    server.close();
  }

  /** On a disk that is not this machine's, on which others write meanwhile. */
  private static ImageFsInfoResponse used(long bytes) {
    return ImageFsInfoResponse.newBuilder()
        .addImageFilesystems(
            FilesystemUsage.newBuilder()
                .setFsId(FilesystemIdentifier.newBuilder().setMountpoint("/no/such/disk"))
                .setUsedBytes(UInt64Value.newBuilder().setValue(bytes)))
        .build();
  }

  @Test
  void answersWithTheReferenceAndSendsTheCredential() throws IOException {
    server
        .answer(
            ImageServiceGrpc.getPullImageMethod(),
            request -> PullImageResponse.newBuilder().setImageRef("sha256:1").build())
        .start();
    RegistryCredential credential = new RegistryCredential("me", "p", "", "registry", "", "");
    assertThat(cri.runtime().images().pull(IMAGE, credential, Samples.sandbox()))
        .isEqualTo("sha256:1");
    PullImageRequest asked = server.requests(PullImageRequest.class).getFirst();
    assertThat(asked.getAuth().getPassword()).isEqualTo("p");
    assertThat(asked.getSandboxConfig().getMetadata().getName()).isEqualTo("pod");
  }

  @Test
  void failureKeepsTheWordsOfTheRuntime() throws IOException {
    server
        .fail(
            ImageServiceGrpc.getPullImageMethod(),
            Status.UNKNOWN.withDescription("registry/x:1: dial tcp: connection refused"))
        .start();
    OutsideFailure failure = pullFailure();
    assertThat(failure.kind()).isEqualTo(FailureKind.INTERNAL);
    assertThat(failure.text()).isEqualTo("registry/x:1: dial tcp: connection refused");
  }

  @Test
  void slowPullWithProgressIsLeftAlone() throws IOException {
    AtomicInteger looks = new AtomicInteger();
    CountDownLatch manyLooks = new CountDownLatch(30);
    server
        .answer(
            ImageServiceGrpc.getImageFsInfoMethod(),
            request -> {
              manyLooks.countDown();
              return used(looks.incrementAndGet());
            })
        .answer(ImageServiceGrpc.getPullImageMethod(), request -> answerAfter(manyLooks))
        .start();
    assertThat(cri.runtime().images().pull(IMAGE, null, null)).isEqualTo("done");
  }

  @Test
  void deadPullIsGivenUp() throws IOException {
    CountDownLatch never = new CountDownLatch(1);
    server
        .answer(ImageServiceGrpc.getImageFsInfoMethod(), request -> used(1))
        .answer(ImageServiceGrpc.getPullImageMethod(), request -> answerAfter(never))
        .start();
    OutsideFailure failure = pullFailure();
    assertThat(failure.kind()).isEqualTo(FailureKind.TIMED_OUT);
    assertThat(failure.text()).isEqualTo("pulling registry/x:1 made no progress for 0.2s");
    never.countDown();
  }

  private static PullImageResponse answerAfter(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    return PullImageResponse.newBuilder().setImageRef("done").build();
  }

  private OutsideFailure pullFailure() {
    OutsideFailure failure =
        catchThrowableOfType(
            OutsideFailure.class, () -> cri.runtime().images().pull(IMAGE, null, null));
    assertThat(failure).isNotNull();
    return failure;
  }
}

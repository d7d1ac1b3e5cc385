package dev.jubelet.cri;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import dev.jubelet.cri.wire.Container;
import dev.jubelet.cri.wire.ExecSyncResponse;
import dev.jubelet.cri.wire.ListContainersResponse;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ExecOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How much a runtime may answer. */
@Timeout(60)
final class CriAnswersTest {
  private static final ContainerId C1 = new ContainerId("c1");

  private final MemoryBudget answers = new MemoryBudget("answers of the runtime", 16 << 20);

  @TempDir Path directory;
  private ScriptedServer server;
  private CriRuntime cri;

  @BeforeEach
  void connect() {
    server = new ScriptedServer(directory);
    cri = CriRuntime.connect(server.endpoint(), CriSettings.DEFAULT, answers);
  }

  @AfterEach
  void close() throws IOException {
    cri.close();
    server.close();
  }

  private ExecOutcome exec(int outputMax) {
    return cri.runtime().streams().execSync(C1, List.of("true"), Duration.ZERO, outputMax);
  }

  private static ExecSyncResponse printed(int bytes) {
    return ExecSyncResponse.newBuilder()
        .setStdout(ByteString.copyFrom("o".repeat(bytes), UTF_8))
        .setStderr(ByteString.copyFrom("e".repeat(bytes), UTF_8))
        .setExitCode(3)
        .build();
  }

  @Test
  void longOutputIsCutAndTheExitCodeStays() throws IOException {
    server.answer(RuntimeServiceGrpc.getExecSyncMethod(), _ -> printed(3 << 20)).start();
    try (ExecOutcome outcome = exec(4)) {
      assertThat(new String(outcome.stdout(), UTF_8)).isEqualTo("oooo");
      assertThat(new String(outcome.stderr(), UTF_8)).isEqualTo("eeee");
      assertThat(outcome.exitCode()).isEqualTo(3);
    }
    assertThat(answers.used()).isZero();
  }

  @Test
  void answerThatFindsNoMemoryFailsAlone() throws IOException {
    server
        .answer(RuntimeServiceGrpc.getExecSyncMethod(), _ -> printed(3 << 20))
        .answer(
            RuntimeServiceGrpc.getListContainersMethod(),
            _ -> ListContainersResponse.getDefaultInstance())
        .start();
    try (MemoryBudget.Share _ = answers.open((16 << 20) - 1000)) {
      assertThatExceptionOfType(OutsideFailure.class)
          .isThrownBy(() -> exec(4))
          .withMessageContaining("answers of the runtime may use 16 MiB")
          .returns(FailureKind.EXHAUSTED, OutsideFailure::kind);
      assertThat(cri.runtime().containers().list(null)).isEmpty();
    }
    assertThat(exec(4).exitCode()).isEqualTo(3);
    assertThat(answers.used()).isZero();
  }

  @Test
  void tenThousandContainersAreListed() throws IOException {
    ListContainersResponse.Builder all = ListContainersResponse.newBuilder();
    for (int each = 0; each < 10_000; each++) {
      all.addContainers(
          Container.newBuilder()
              .setId("%064x".formatted(each))
              .setPodSandboxId("%064x".formatted(each / 3))
              .putLabels("io.kubernetes.container.name", "main")
              .putLabels("io.kubernetes.pod.name", "web-" + each)
              .putLabels("io.kubernetes.pod.namespace", "default")
              .putLabels("io.kubernetes.pod.uid", "%036d".formatted(each))
              .putAnnotations("io.kubernetes.container.hash", "%08x".formatted(each))
              .putAnnotations("io.kubernetes.container.terminationMessagePath", "x".repeat(500)));
    }
    ListContainersResponse answer = all.build();
    server.answer(RuntimeServiceGrpc.getListContainersMethod(), _ -> answer).start();
    assertThat(cri.runtime().containers().list(null)).hasSize(10_000);
    assertThat(answers.used()).isZero();
  }
}

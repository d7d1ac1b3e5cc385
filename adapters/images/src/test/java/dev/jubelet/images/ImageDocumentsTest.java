package dev.jubelet.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.images.registry.DocumentMemory;
import dev.jubelet.images.registry.Documents;
import dev.jubelet.images.registry.RegistryTimes;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImageDocumentsTest {
  private static final long LIMIT = 3 << 20;

  @TempDir Path directory = Path.of("");
  private final MemoryBudget budget = new MemoryBudget("image documents", LIMIT);
  private TestRegistry registry = nothing();
  private ImageStore store = nothing();

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  @BeforeEach
  void open() throws IOException {
    Needed.root();
    registry = new TestRegistry();
    store =
        new ImageStore(
            ImageStoreSettingsBuilder.builder(ImageStoreSettings.at(directory.resolve("store")))
                .documents(new DocumentMemory(budget, Duration.ofMillis(1)))
                .times(
                    new RegistryTimes(
                        Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMillis(1)))
                .build());
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    registry.close();
  }

  @Test
  void documentsOfAllPullsShareOneBudgetAndGiveItBack() {
    String name = TestImage.small().servedBy(registry).name(registry);
    try (MemoryBudget.Share others = budget.open(LIMIT - Documents.READING_COST)) {
      assertThat(store.pull(name, null))
          .isInstanceOfSatisfying(
              PullResult.Failed.class,
              failed -> {
                assertThat(failed.kind()).isEqualTo(FailureKind.EXHAUSTED);
                assertThat(failed.message())
                    .contains("image documents may use 3072 KiB of memory on this node");
              });
      assertThat(budget.used()).isEqualTo(others.held());
    }
    assertThat(store.pull(name, null)).isInstanceOf(PullResult.Pulled.class);
    assertThat(budget.used()).isZero();
  }

  @Test
  void aManifestThatDoesNotFitInTheBudgetFailsItsPullOnly() {
    String name = TestImage.small().name(registry);
    byte[] large =
        ("{\"schemaVersion\":2,\"x\":\"" + "x".repeat(2 << 20) + "\"}")
            .getBytes(StandardCharsets.UTF_8);
    TestImage.manifestServed(registry, "1", large, Documents.OCI_MANIFEST);
    assertThat(store.pull(name, null))
        .isInstanceOfSatisfying(
            PullResult.Failed.class,
            failed -> assertThat(failed.kind()).isEqualTo(FailureKind.EXHAUSTED));
    assertThat(budget.used()).isZero();
    TestImage.small().servedBy(registry);
    assertThat(store.pull(name, null)).isInstanceOf(PullResult.Pulled.class);
  }
}

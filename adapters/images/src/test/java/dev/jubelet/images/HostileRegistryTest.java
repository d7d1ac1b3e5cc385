package dev.jubelet.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.images.registry.RegistryTimes;
import dev.jubelet.images.unpack.LayerLimits;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("long")
final class HostileRegistryTest {
  private static final String PASSWORD = "swordfish";
  private static final RegistryCredential CREDENTIAL =
      new RegistryCredential("tour", PASSWORD, "", "", "", "");
  private static final LayerLimits LIMITS =
      new LayerLimits(10_000, 100, 64 << 20, 100, 1 << 20, 20_000, 128 << 20);

  @TempDir Path directory = Path.of("");

  @BeforeEach
  void needRoot() {
    Needed.root();
  }

  static List<HostileRegistry.Misbehaviour> misbehaviours() {
    return HostileRegistry.all();
  }

  @Test
  void thereAreEnoughMisbehaviours() {
    assertThat(misbehaviours().stream().map(HostileRegistry.Misbehaviour::name).distinct())
        .hasSizeGreaterThanOrEqualTo(40)
        .hasSameSizeAs(misbehaviours());
  }

  @ParameterizedTest
  @MethodSource("misbehaviours")
  @Timeout(60)
  void getsTheRightErrorAndLeavesNothing(HostileRegistry.Misbehaviour misbehaviour)
      throws Exception {
    Duration patience = Duration.ofSeconds(misbehaviour.slow() ? 3 : 30);
    RegistryTimes times = new RegistryTimes(patience, patience, Duration.ofMillis(1));
    ImageStoreSettings settings =
        ImageStoreSettingsBuilder.builder(ImageStoreSettings.at(directory))
            .limits(LIMITS)
            .times(times)
            .build();
    try (TestRegistry registry = new TestRegistry();
        TestRegistry other = new TestRegistry();
        ImageStore store = new ImageStore(settings)) {
      store.collect();
      List<String> before = files();
      misbehaviour.setting().make(registry, other);
      String name = TestImage.small().name(registry);
      PullResult result = store.pull(name, CREDENTIAL);
      switch (result) {
        case PullResult.Failed failed -> {
          assertThat(failed.kind()).as(failed.message()).isEqualTo(misbehaviour.kind());
          assertThat(failed.message()).doesNotContain(PASSWORD);
          assertThat(store.list()).isEmpty();
        }
        case PullResult.Pulled _ -> {
          assertThat(misbehaviour.kind()).as("the image could be had").isNull();
          store.remove(name);
        }
      }
      nothingSecretWentTo(other);
      store.collect();
      assertThat(files()).isEqualTo(before);
      aGoodPullWorksNext(store, registry);
    }
  }

  private static void nothingSecretWentTo(TestRegistry other) {
    String encoded =
        Base64.getEncoder().encodeToString(("tour:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    assertThat(other.requests())
        .allSatisfy(request -> {
          assertThat(request.header("Authorization")).isEmpty();
          assertThat(request.path() + request.body() + request.headers())
              .doesNotContain(PASSWORD)
              .doesNotContain(encoded);
        });
  }

  private static void aGoodPullWorksNext(ImageStore store, TestRegistry registry) {
    registry.forget();
    TestImage good = TestImage.small().servedBy(registry);
    assertThat(store.pull(good.name(registry), CREDENTIAL)).isInstanceOf(PullResult.Pulled.class);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
          .map(Path::toString)
          .sorted()
          .toList();
    }
  }
}

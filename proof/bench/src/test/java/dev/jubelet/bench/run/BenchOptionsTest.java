package dev.jubelet.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BenchOptionsTest {
  private static final Path HOME = Path.of("/home");

  @Test
  void measuresEverythingOnTheOldRuntimeUnlessTold() {
    BenchOptions options = BenchOptions.parse(List.of(), HOME);
    assertThat(options.runtimes()).containsExactly(1);
    assertThat(options.complete()).isTrue();
    assertThat(options.program()).isEqualTo(Path.of("/home/jubelet"));
    assertThat(options.report()).isEqualTo(Path.of("/home/docs/benchmarks"));
    assertThat(options.assertTargets()).isFalse();
  }

  @Test
  void takesParts() {
    BenchOptions options =
        BenchOptions.parse(List.of("--assert", "--only", "one,rest", "--runtime", "both"), HOME);
    assertThat(options.parts()).containsExactly(BenchOptions.Part.ONE, BenchOptions.Part.REST);
    assertThat(options.complete()).isFalse();
    assertThat(options.assertTargets()).isTrue();
    assertThat(options.runtimes()).containsExactly(1, 2);
  }

  @Test
  void measuresAClusterOnTheCurrentRuntimeUnlessTold() {
    BenchOptions options = BenchOptions.parse(List.of("--cluster", "--burst", "5"), HOME);
    assertThat(options.kind()).isEqualTo(BenchOptions.Kind.CLUSTER);
    assertThat(options.runtimes()).containsExactly(2);
    assertThat(options.amounts().burstPods()).isEqualTo(5);
  }

  @Test
  void theEmbeddedRuntimeHasPartsOfItsOwn() {
    BenchOptions all = BenchOptions.parse(List.of("--embedded"), HOME);
    assertThat(all.kind()).isEqualTo(BenchOptions.Kind.EMBEDDED);
    assertThat(all.runtimes()).containsExactly(2);
    assertThat(all.complete()).isTrue();
    BenchOptions some = BenchOptions.parse(List.of("--only", "pull", "--embedded"), HOME);
    assertThat(some.parts()).containsExactly(BenchOptions.Part.PULL);
    assertThat(some.complete()).isFalse();
    assertThatThrownBy(() -> BenchOptions.parse(List.of("--embedded", "--only", "start"), HOME))
        .hasMessage("--only takes some of one,burst,rest,pull, not start");
    assertThatThrownBy(() -> BenchOptions.parse(List.of("--embedded", "--cluster"), HOME))
        .isInstanceOf(BenchOptions.Misuse.class);
  }

  @ParameterizedTest
  @CsvSource({
    "--runtime, 3, '--runtime is 1, 2 or both, not 3'",
    "--singles, 0, '--singles takes a number above 0, not 0'",
    "--burst, many, '--burst takes a number above 0, not many'",
    "--only, two, '--only takes some of one,burst,rest,start, not two'",
    "--what, x, --what is unknown",
  })
  void refusesWhatItDoesNotUnderstand(String option, String value, String message) {
    assertThatThrownBy(() -> BenchOptions.parse(List.of(option, value), HOME))
        .isInstanceOf(BenchOptions.Misuse.class)
        .hasMessage(message);
  }

  @Test
  void refusesAnOptionWithoutItsValue() {
    assertThatThrownBy(() -> BenchOptions.parse(List.of("--rest"), HOME))
        .hasMessage("--rest is unknown, or its value is missing");
  }
}

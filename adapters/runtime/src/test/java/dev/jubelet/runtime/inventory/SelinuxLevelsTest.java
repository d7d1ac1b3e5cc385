package dev.jubelet.runtime.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SelinuxLevelsTest {
  @TempDir Path pods;

  private String level(String sandbox, String uid) throws IOException {
    if (!Files.exists(pods.resolve(sandbox))) {
      Files.createDirectory(pods.resolve(sandbox));
    }
    // Another life each time.
    return new SelinuxLevels(pods).of(sandbox, uid);
  }

  @Test
  void podKeepsItsOwn() throws IOException {
    String level = level("a", "uid");
    assertThat(level).matches("s0:c\\d+,c\\d+");
    assertThat(level("a", "uid")).isEqualTo(level);
  }

  @Test
  void uidsThatDrawTheSameCategoriesGetDifferentOnes() throws IOException {
    String first = level("a", "uid");
    String second = level("b", "uid");
    String third = level("c", "uid");
    assertThat(first).isEqualTo(SelinuxLevels.drawn("uid"));
    assertThat(second).isNotEqualTo(first);
    assertThat(third).isNotIn(first, second);
    assertThat(level("b", "uid")).isEqualTo(second);
  }
}

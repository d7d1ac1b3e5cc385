package dev.jubelet.app.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
  @TempDir Path folder = Path.of("/");

  @Test
  void aSecondHolderIsRefusedWithTheProcessOfTheFirst() {
    Path root = folder.resolve("deep/root");
    try (DirectoryLock _ = DirectoryLock.take(root)) {
      assertThatThrownBy(() -> DirectoryLock.take(root))
          .isInstanceOf(OutsideFailure.class)
          .hasMessageContaining("process " + ProcessHandle.current().pid())
          .hasMessageContaining(root.toString());
    }
    DirectoryLock.take(root).close();
  }

  @Test
  void placesAreTakenInTheirOrderAndLeaveNothing() {
    try (RunDirectory first = RunDirectory.take(folder).orElseThrow();
        RunDirectory second = RunDirectory.take(folder).orElseThrow()) {
      assertThat(List.of(first.number(), second.number())).containsExactly(0, 1);
      assertThat(first.network().bridge()).isNotEqualTo(second.network().bridge());
      assertThat(first.network().subnet()).isNotEqualTo(second.network().subnet());
      assertThat(RunDirectory.abandoned(folder)).isEmpty();
    }
    assertThat(RunDirectory.abandoned(folder))
        .hasSize(2)
        .allSatisfy(place -> {
          assertThat(place.hasRemains()).isFalse();
          place.close();
        });
  }

  @Test
  void whatAKilledRunLeftIsFound() throws IOException {
    try (RunDirectory first = RunDirectory.take(folder).orElseThrow()) {
      Files.createDirectory(first.directory().resolve("runtime"));
      assertThat(first.hasRemains()).isTrue();
    }
  }

  @Test
  void noRunHasTheNameOfANodesBridge() {
    try (RunDirectory first = RunDirectory.take(folder).orElseThrow()) {
      assertThat(first.bridge()).isEqualTo("jubelet-run-0").hasSizeLessThan(16);
      assertThat(first.network().subnet()).matches("10\\.20[1-7]\\.0\\.0/24");
    }
  }

  @Test
  void aKeptPlaceIsLeftAlone() {
    try (RunDirectory first = RunDirectory.take(folder).orElseThrow()) {
      first.keep();
    }
    try (RunDirectory next = RunDirectory.take(folder).orElseThrow()) {
      assertThat(next.number()).isEqualTo(1);
    }
  }

  @Test
  void tellsStaticProgramsFromOthers() throws Exception {
    assertThat(ElfFile.isStatic(Path.of(System.getProperty("java.home"), "bin", "java"))).isFalse();
    assertThat(ElfFile.isStatic(Files.writeString(folder.resolve("text"), "#!/bin/sh\n")))
        .isFalse();
    byte[] header = new byte[64 + 56];
    System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F', 2, 1}, 0, header, 0, 6);
    header[32] = 64;
    header[54] = 56;
    header[56] = 1;
    header[64] = 1;
    assertThat(ElfFile.isStatic(Files.write(folder.resolve("static"), header))).isTrue();
    header[64] = 3;
    assertThat(ElfFile.isStatic(Files.write(folder.resolve("dynamic"), header))).isFalse();
  }

  @Test
  void aDirectoryInItsPlaceIsSetAside(@TempDir Path place) throws IOException {
    Files.createDirectories(place.resolve("jubelet.lock/deep"));

    try (DirectoryLock lock = DirectoryLock.take(place)) {
      assertThat(lock.setAside().orElseThrow().resolve("deep")).isDirectory();
      assertThatThrownBy(() -> DirectoryLock.take(place)).isInstanceOf(OutsideFailure.class);
    }
  }

  @Test
  void whatStandsInItDoesNotMatter(@TempDir Path place) throws IOException {
    Files.write(place.resolve("jubelet.lock"), new byte[] {0, -1, 7});

    try (DirectoryLock lock = DirectoryLock.take(place)) {
      assertThat(lock.setAside()).isEmpty();
    }
  }
}

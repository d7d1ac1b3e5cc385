package dev.jubelet.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.file.PinnedFile;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class FilesTest {
  @TempDir Path temp;

  @Test
  void atomicFileReplacesContentAndPermissionsAndLeavesNothingElse() throws IOException {
    Path file = temp.resolve("state");
    AtomicFile.write(file, "old", "rw-------");
    AtomicFile.write(file, "new", "rw-rw-rw-");
    assertThat(file).hasContent("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-rw-rw-");
    try (var list = Files.list(temp)) {
      assertThat(list).containsExactly(file);
    }
  }

  @Test
  void atomicFileLeavesNoTemporaryFileWhenTheTargetIsADirectory() throws IOException {
    Files.createDirectories(temp.resolve("d/inner"));
    assertThatThrownBy(() -> AtomicFile.write(temp.resolve("d"), "x", "rw-------"))
        .isInstanceOf(IOException.class);
    try (var list = Files.list(temp)) {
      assertThat(list).containsExactly(temp.resolve("d"));
    }
  }

  @Test
  void pinnedFileReadsTheEnd() throws IOException {
    Path file = temp.resolve("f");
    Files.writeString(file, "0123456789");
    assertThat(text(PinnedFile.tail(file, 4))).isEqualTo("6789");
    assertThat(text(PinnedFile.tail(file, 100))).isEqualTo("0123456789");
    Files.writeString(file, "");
    assertThat(PinnedFile.tail(file, 4)).isEmpty();
  }

  @Test
  @Timeout(10)
  void pinnedFileRefusesLinksPipesAndDirectories() throws Exception {
    Path file = Files.writeString(temp.resolve("f"), "secret");
    Path link = Files.createSymbolicLink(temp.resolve("link"), file);
    assertThatThrownBy(() -> PinnedFile.tail(link, 4)).hasMessageContaining("not a regular file");
    assertThatThrownBy(() -> PinnedFile.tail(temp, 4)).hasMessageContaining("not a regular file");
    Path pipe = temp.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> PinnedFile.tail(pipe, 4)).hasMessageContaining("not a regular file");
  }

  @Test
  void errorsNameTheCallThePathAndTheSymbol() {
    assertThatThrownBy(() -> PinnedFile.tail(temp.resolve("none"), 4))
        .isInstanceOfSatisfying(
            LinuxException.class,
            e -> {
              assertThat(e.name()).isEqualTo("ENOENT");
              assertThat(e.errno()).isEqualTo(Errno.ENOENT);
              assertThat(e)
                  .hasMessage("open " + temp + "/none: no such file or directory (ENOENT)");
            });
  }

  @Test
  void openDirectoryMakesChildrenWithExactModesAndGroups() throws IOException {
    Needed.root();
    try (OpenDirectory top = OpenDirectory.at(temp);
        OpenDirectory child = top.makeChild("c", 0777)) {
      child.chgrp(12345);
      child.chmod(02775);
    }
    assertThat(Files.getAttribute(temp.resolve("c"), "unix:mode")).isEqualTo(040000 | 02775);
    assertThat(Files.getAttribute(temp.resolve("c"), "unix:gid")).isEqualTo(12345);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

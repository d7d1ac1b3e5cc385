package dev.jubelet.linux.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SafeTreeTest {
  @TempDir Path temp;
  private Path root;
  private Path precious;

  @BeforeEach
  void prepare() throws IOException {
    root = Files.createDirectory(temp.resolve("root"));
    precious = Files.createDirectories(temp.resolve("outside/precious"));
    Files.writeString(precious.resolve("file"), "keep me");
  }

  @Test
  void removesATreeWithFilesLinksAndDirectories() throws IOException {
    Path tree = Files.createDirectories(root.resolve("t/a/b/c"));
    Files.writeString(tree.resolve("f"), "x");
    Files.createSymbolicLink(tree.resolve("dangling"), Path.of("/nowhere"));
    remove("t");
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void anAbsentTreeOrRootIsRemovedAlready() {
    assertThatCode(() -> remove("t")).doesNotThrowAnyException();
    assertThatCode(() -> remove("t/a/b")).doesNotThrowAnyException();
    assertThatCode(() -> SafeTree.remove(temp.resolve("none"), Path.of("t")))
        .doesNotThrowAnyException();
  }

  @Test
  void removesALinkAndNotItsTarget() throws IOException {
    Files.createSymbolicLink(root.resolve("t"), precious);
    remove("t");
    Path tree = Files.createDirectories(root.resolve("t2/a"));
    Files.createSymbolicLink(tree.resolve("link"), precious);
    remove("t2");
    assertThat(root).isEmptyDirectory();
    assertThat(precious.resolve("file")).hasContent("keep me");
  }

  @Test
  void refusesALinkOnTheWay() throws IOException {
    Files.createSymbolicLink(root.resolve("way"), precious);
    assertThatThrownBy(() -> remove("way/file"))
        .isInstanceOfSatisfying(
            LinuxException.class, e -> assertThat(e.errno()).isIn(Errno.ELOOP, Errno.ENOTDIR));
    assertThat(precious.resolve("file")).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "../outside", "a/../../outside", "/etc"})
  void refusesWhatIsNotBelowTheRoot(String path) {
    assertThatThrownBy(() -> remove(path)).isInstanceOf(IllegalArgumentException.class);
    assertThat(precious.resolve("file")).exists();
  }

  @Test
  void removesTreesDeeperThanDescriptorsOrStackAllow() throws IOException {
    Path level = Files.createDirectory(root.resolve("t"));
    for (int depth = 0; depth < 700; depth++) {
      level = Files.createDirectory(level.resolve("d"));
    }
    Files.writeString(level.resolve("f"), "x");
    remove("t");
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void removesNamesThatAreNotUtf8() throws Exception {
    Files.createDirectory(root.resolve("t"));
    run("cd " + root + "/t && touch \"$(printf 'bad\\377name')\" && mkdir \"$(printf 'd\\376')\"");
    remove("t");
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void removesDirectoriesOfManyEntries() throws IOException {
    Path tree = Files.createDirectory(root.resolve("t"));
    for (int i = 0; i < 3000; i++) {
      Files.createFile(tree.resolve("some-longer-file-name-" + i));
    }
    remove("t");
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void refusesToCrossAMountAndNamesIt() throws IOException {
    Needed.root();
    Path mounted = Files.createDirectories(root.resolve("t/a/mounted"));
    Mounts.tmpfs(mounted, List.of("size=64k"));
    try {
      Files.writeString(mounted.resolve("f"), "keep me");
      assertThatThrownBy(() -> remove("t"))
          .isInstanceOf(LinuxException.class)
          .hasMessageContaining("a mount is in the way at " + mounted);
      assertThat(mounted.resolve("f")).hasContent("keep me");
    } finally {
      Mounts.unmount(mounted);
    }
    remove("t");
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void refusesToCrossABindOfADirectoryOrFileOfTheSameFileSystem() throws IOException {
    Needed.root();
    Path directory = Files.createDirectories(root.resolve("t/bound"));
    Mounts.bind(precious, directory, false);
    try {
      assertThatThrownBy(() -> remove("t")).hasMessageContaining("mount is in the way");
    } finally {
      Mounts.unmount(directory);
    }
    Path file = Files.createFile(root.resolve("t/file"));
    Mounts.bind(precious.resolve("file"), file, false);
    try {
      assertThatThrownBy(() -> remove("t")).hasMessageContaining("mount is in the way");
    } finally {
      Mounts.unmount(file);
    }
    remove("t");
    assertThat(precious.resolve("file")).hasContent("keep me");
  }

  @Test
  void neverLeavesTheTreeWhileSomebodySwapsDirectoriesForLinks() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    Path tree = root.resolve("t");
    Path victim = tree.resolve("x");
    Thread attacker =
        Thread.ofPlatform()
            .start(() -> {
              while (!stop.get()) {
                swap(victim);
              }
            });
    try {
      for (int i = 0; i < 300; i++) {
        Files.createDirectories(tree);
        try {
          remove("t");
        } catch (LinuxException raced) {
          assertThat(raced.errno()).isIn(Errno.ENOTEMPTY, Errno.ELOOP, Errno.ENOTDIR, Errno.EISDIR);
        }
        assertThat(precious.resolve("file")).hasContent("keep me");
      }
    } finally {
      stop.set(true);
      attacker.join();
    }
    remove("t");
    assertThat(root).isEmptyDirectory();
  }

  private void swap(Path victim) {
    try {
      Files.createDirectory(victim);
      Files.createFile(victim.resolve("file"));
      Files.deleteIfExists(victim.resolve("file"));
      Files.deleteIfExists(victim);
      Files.createSymbolicLink(victim, precious);
      Files.deleteIfExists(victim);
    } catch (IOException removedUnderneath) {
      try {
        Files.deleteIfExists(victim);
      } catch (IOException notEmpty) {
        // The next turn tries again.
      }
    }
  }

  private void remove(String relative) {
    SafeTree.remove(root, Path.of(relative));
  }

  private static void run(String script) throws Exception {
    int code = new ProcessBuilder("sh", "-c", script).inheritIO().start().waitFor();
    assertThat(code).isZero();
  }
}

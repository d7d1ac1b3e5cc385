package dev.jubelet.linux.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TreeUsageTest {
  @TempDir Path temp;
  private Path tree;

  @BeforeEach
  void make() throws IOException {
    tree = Files.createDirectory(temp.resolve("tree"));
  }

  private long grownBy(Step step) throws IOException {
    long before = TreeUsage.of(tree).bytes();
    step.run();
    return TreeUsage.of(tree).bytes() - before;
  }

  private interface Step {
    void run() throws IOException;
  }

  @Test
  void filesCountWithWhatTheyTakeFromTheDisk() throws IOException {
    Files.createDirectories(tree.resolve("a/b"));
    assertThat(grownBy(() -> Files.write(tree.resolve("a/b/f"), new byte[1 << 20])))
        .isBetween(1L << 20, (1L << 20) + 8192);
    assertThat(TreeUsage.of(tree).inodes()).isEqualTo(4);
  }

  @Test
  void aFileWithTwoNamesCountsOnce() throws IOException {
    Files.write(tree.resolve("f"), new byte[1 << 20]);
    assertThat(grownBy(() -> Files.createLink(tree.resolve("g"), tree.resolve("f")))).isZero();
  }

  @Test
  void linksAreNotFollowed() throws IOException {
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Files.write(outside.resolve("f"), new byte[1 << 20]);
    assertThat(grownBy(() -> Files.createSymbolicLink(tree.resolve("link"), outside)))
        .isLessThan(8192);
  }

  @Test
  void otherMountsAreLeftOut() throws IOException {
    Needed.root();
    Path inner = Files.createDirectory(tree.resolve("inner"));
    assertThat(
            grownBy(() -> {
              Mounts.tmpfs(inner, List.of("size=2m"));
              Files.write(inner.resolve("f"), new byte[1 << 20]);
            }))
        .isLessThanOrEqualTo(0);
    Mounts.unmount(inner);
  }

  @Test
  void aTreeDeeperThanTheWalkIsMeasuredAsFarAsItGoes() throws IOException {
    Path deep = tree;
    for (int i = 0; i < 600; i++) {
      deep = Files.createDirectory(deep.resolve("d"));
    }
    assertThat(TreeUsage.of(tree).inodes()).isBetween(500L, 600L);
  }

  /** Whoever makes a tree decides how deep it is, and threads of the agent have small stacks. */
  @Test
  void aDeepTreeNeedsNoDeepStackOfItsCaller() throws Exception {
    Needed.root();
    Path deep = tree;
    for (int i = 0; i < 500; i++) {
      deep = Files.createDirectory(deep.resolve("d"));
    }
    List<Throwable> failed = new CopyOnWriteArrayList<>();
    Thread caller =
        new Thread(
            null,
            () -> {
              assertThat(TreeUsage.of(tree).inodes()).isEqualTo(501);
              TreeGroup.give(tree, 1234, _ -> {});
            },
            "small",
            192 << 10);
    caller.setUncaughtExceptionHandler((_, thrown) -> failed.add(thrown));
    caller.start();
    caller.join(Duration.ofSeconds(30));
    assertThat(failed).isEmpty();
    assertThat(Files.getAttribute(deep, "unix:gid")).isEqualTo(1234);
  }
}

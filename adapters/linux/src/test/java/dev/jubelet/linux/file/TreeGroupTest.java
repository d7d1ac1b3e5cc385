package dev.jubelet.linux.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TreeGroupTest {
  private static final int GROUP = 4242;

  @TempDir Path temp;
  private Path tree;
  private Path outside;

  @BeforeEach
  void make() throws IOException {
    Needed.root();
    tree = temp.resolve("tree");
    Files.createDirectories(tree.resolve("a/b"));
    Files.writeString(tree.resolve("a/b/f"), "x");
    Files.setAttribute(tree.resolve("a/b/f"), "unix:mode", 0600);
    outside = Files.createDirectory(temp.resolve("outside"));
    Files.createSymbolicLink(tree.resolve("a/link"), outside);
  }

  private static String facts(Path path) throws IOException {
    Object mode = Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    Object group = Files.getAttribute(path, "unix:gid", LinkOption.NOFOLLOW_LINKS);
    return group + " " + (mode instanceof Integer bits ? Integer.toOctalString(bits & 07777) : "");
  }

  @Test
  void everythingBelongsToTheGroupAndNothingBehindALink() throws IOException {
    String before = facts(outside);
    AtomicLong seen = new AtomicLong();
    TreeGroup.give(tree, GROUP, seen::set);
    assertThat(facts(tree)).isEqualTo("4242 2775");
    assertThat(facts(tree.resolve("a/b"))).isEqualTo("4242 2775");
    assertThat(facts(tree.resolve("a/b/f"))).isEqualTo("4242 660");
    assertThat(facts(tree.resolve("a/link"))).startsWith("4242");
    assertThat(facts(outside)).isEqualTo(before);
    assertThat(seen.get()).isPositive();
  }

  @Test
  void theTopTellsWhetherAllIsDone() {
    assertThat(TreeGroup.rootMatches(tree, GROUP)).isFalse();
    TreeGroup.give(tree, GROUP, _ -> {});
    assertThat(TreeGroup.rootMatches(tree, GROUP)).isTrue();
  }
}

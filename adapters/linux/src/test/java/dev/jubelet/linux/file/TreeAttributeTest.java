package dev.jubelet.linux.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TreeAttributeTest {
  /** For root only, and for files of every kind, as labels are. */
  private static final String KEY = "trusted.jubelet-test";

  @TempDir Path temp;
  private Path tree;
  private Path outside;

  @BeforeEach
  void make() throws IOException {
    Needed.root();
    tree = temp.resolve("tree");
    Files.createDirectories(tree.resolve("a/b"));
    Files.writeString(tree.resolve("a/b/f"), "x");
    outside = Files.writeString(temp.resolve("outside"), "y");
    Files.createSymbolicLink(tree.resolve("a/link"), outside);
  }

  private static String attribute(Path path) {
    try (OpenDirectory holder = OpenDirectory.at(path.resolveSibling(""))) {
      byte[] name = Kernel.bytes(path.getFileName().toString());
      return new String(Kernel.xattr(holder.fd(), name, KEY), UTF_8);
    } catch (LinuxException none) {
      return "";
    }
  }

  @Test
  void everythingInATreeGetsItAndNothingBehindALink() {
    TreeAttribute.give(tree, KEY, "label".getBytes(UTF_8));
    for (String each : new String[] {"", "a", "a/b", "a/b/f", "a/link"}) {
      assertThat(attribute(tree.resolve(each))).as(each).isEqualTo("label");
    }
    assertThat(attribute(outside)).isEmpty();
    assertThat(attribute(temp)).isEmpty();
  }

  @Test
  void aFileGetsItAlone() {
    TreeAttribute.give(outside, KEY, "one".getBytes(UTF_8));
    TreeAttribute.give(outside, KEY, "two".getBytes(UTF_8));
    assertThat(attribute(outside)).isEqualTo("two");
    assertThat(attribute(tree)).isEmpty();
  }
}

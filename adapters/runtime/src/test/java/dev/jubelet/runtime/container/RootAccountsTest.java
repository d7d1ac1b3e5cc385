package dev.jubelet.runtime.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class RootAccountsTest {
  @TempDir Path directory = Path.of("");
  private Path root = Path.of("");
  private Path passwd = Path.of("");

  @BeforeEach
  void makeRoot() throws IOException {
    root = directory.resolve("root");
    passwd = Files.createDirectories(root.resolve("etc")).resolve("passwd");
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    new RootAccounts(root).passwd(lines::add);
    return lines;
  }

  @Test
  void readsLineByLine() throws IOException {
    Files.writeString(passwd, "root:x:0:0\n\napp:x:1:1");
    assertThat(lines()).containsExactly("root:x:0:0", "", "app:x:1:1");
  }

  @Test
  void aFileThatIsNotThereHasNoLines() {
    assertThat(lines()).isEmpty();
  }

  @Test
  void refusesALineWithoutAnEnd() throws IOException {
    Files.writeString(passwd, "x".repeat(64 * 1024) + "\n" + "x".repeat(64 * 1024 + 1));
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(this::lines)
        .satisfies(failed -> assertThat(failed.kind()).isEqualTo(FailureKind.BAD_SPEC))
        .withMessageContaining("a line of the image's /etc/passwd has more than 65536 characters");
  }

  /** As text, lines and users it would take twenty times its size. */
  @Test
  void millionsOfLinesAreNeverInMemoryTogether() throws IOException {
    Files.writeString(passwd, "a:x:1:1\n".repeat(500_000));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int[] count = {0};
    long before = threads.getCurrentThreadAllocatedBytes();
    new RootAccounts(root).passwd(_ -> count[0]++);
    assertThat(count[0]).isEqualTo(500_001);
    // One short text for each line, and none of them is kept.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(500_000 * 64L);
  }

  @Test
  void refusesAFileThatNoImageNeeds() throws IOException {
    Files.writeString(passwd, ("x".repeat(1023) + "\n").repeat(16 * 1024 + 1));
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> new RootAccounts(root).passwd(_ -> {}))
        .withMessageContaining("the image's /etc/passwd has more than 16777216 characters");
  }

  @Test
  void neverFollowsALinkOutOfTheRoot() throws IOException {
    Path outside = Files.writeString(directory.resolve("outside"), "evil:x:0:0\n");
    Files.createSymbolicLink(passwd, outside);
    assertThat(lines()).isEmpty();
    Files.delete(passwd);
    Files.createSymbolicLink(passwd, Path.of("../../outside"));
    assertThat(lines()).isEmpty();
    Files.writeString(root.resolve("inside"), "good:x:0:0");
    Files.delete(passwd);
    Files.createSymbolicLink(passwd, Path.of("/inside"));
    assertThat(lines()).containsExactly("good:x:0:0");
  }

  @Test
  @Timeout(30)
  void doesNotOpenAPipe() throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("mkfifo", passwd.toString()).start().waitFor()).isZero();
    assertThat(lines()).isEmpty();
  }
}

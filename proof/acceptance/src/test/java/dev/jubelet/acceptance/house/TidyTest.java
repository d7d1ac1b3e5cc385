package dev.jubelet.acceptance.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The limits that CONTRIBUTING.md names, over everything in {@code src/main}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TidyTest {
  /**
   * Their components are the fields of the Kubernetes API, of CRI, of a configuration or state file
   * or of another protocol.
   */
  private static final Set<String> WIRE_RECORDS =
      Set.of(
          "dev.jubelet.model",
          "dev.jubelet.app.settings.kubelet.KubeletConfiguration",
          "dev.jubelet.images.unpack.TarEntry",
          "dev.jubelet.linux.netlink.Link",
          "dev.jubelet.network.builtin.BridgeConfig",
          "dev.jubelet.runtime.state.ContainerRecord",
          "dev.jubelet.runtime.state.SandboxRecord");

  /** Waiting by hand; {@code Await} of the testkit is the one place for it. */
  private static final Pattern BUSY_WAIT =
      Pattern.compile("\\b(LockSupport\\.park\\w*|Thread\\.(onSpinWait|sleep|yield))\\(");

  private final Limits limits;

  TidyTest() throws IOException {
    limits = new Limits(Sources.main(), WIRE_RECORDS);
  }

  @BeforeAll
  void everythingWasRead() throws IOException {
    assertThat(Sources.files("src/main/java")).hasSizeGreaterThan(1_000);
  }

  @Test
  void filesAreShort() throws IOException {
    assertTidy("file", limits.longFiles());
  }

  @Test
  void methodsAreShort() throws IOException {
    assertTidy("method", limits.longMethods());
  }

  @Test
  void constructorsTakeFewParameters() throws IOException {
    assertTidy("constructor", limits.longConstructors());
  }

  @Test
  void packagesAreSmall() throws IOException {
    assertTidy("package", limits.largePackages());
  }

  @Test
  void noNameStandsTwice() throws IOException {
    assertTidy("name", limits.doubledNames());
  }

  @Test
  void noRetiredNameComesBack() throws IOException {
    assertThat(limits.named(Resources.lines(TidyTest.class, "retired-names.txt"))).isEmpty();
  }

  @Test
  void testsWaitWithAwait() throws IOException {
    List<String> found = new ArrayList<>();
    List<Path> files = new ArrayList<>(Sources.files("src/test/java"));
    Sources.files("src/main/java").stream()
        .filter(file -> file.toString().contains("/proof/"))
        .forEach(files::add);
    for (Path file : files) {
      if (BUSY_WAIT.matcher(Files.readString(file)).find()
          && !file.endsWith("Await.java")
          && !file.endsWith("TidyTest.java")) {
        found.add(file.getFileName().toString());
      }
    }
    assertTidy("wait", found);
  }

  @Test
  void aBrokenLimitIsFound(@TempDir Path directory) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("Seat.java"),
            """
            package dev.jubelet.somewhere;
            class Seat {
              Seat(int a, int b, int c, int d, int e, int f, int g, int h, int i) {}
              void run() {
            %s  }
            %s}
            """
                .formatted("    run();\n".repeat(60), "\n".repeat(400)));
    List<Path> files = new ArrayList<>(List.of(file));
    for (int i = 0; i < Limits.PACKAGE_TYPES; i++) {
      files.add(
          Files.writeString(
              directory.resolve("A" + i + ".java"),
              "package dev.jubelet.somewhere; class A" + i + " {}"));
    }
    Path other = Files.createDirectory(directory.resolve("other"));
    files.add(
        Files.writeString(other.resolve("Seat.java"), "package dev.jubelet.other; class Seat {}"));
    Limits broken = new Limits(Sources.parse(files), Set.of());
    assertThat(broken.longFiles()).singleElement().asString().startsWith("Seat has 4");
    assertThat(broken.longMethods()).containsExactly("Seat.run has 62 lines, at most 60");
    assertThat(broken.longConstructors())
        .containsExactly("Seat: the constructor of Seat has 9 parameters, at most 8");
    assertThat(broken.largePackages())
        .containsExactly("package dev.jubelet.somewhere has 26 types, at most 25");
    assertThat(broken.doubledNames())
        .containsExactly("Seat stands in dev.jubelet.other, dev.jubelet.somewhere");
    assertThat(broken.named(Set.of("Seat"))).hasSize(2);
  }

  /**
   * Nothing new exceeds a limit, and what no longer does leaves the list, so that the list only
   * shrinks.
   */
  private static void assertTidy(String kind, List<String> found) throws IOException {
    Set<String> excused =
        Resources.lines(TidyTest.class, "tidy-exceptions.txt").stream()
            .filter(line -> line.startsWith(kind + ": "))
            .map(line -> line.substring(kind.length() + 2))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(new TreeSet<>(found)).isEqualTo(excused);
  }
}

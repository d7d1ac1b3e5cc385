package dev.jubelet.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.jubelet.ports.NodeState;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StateFilesTest {
  private static final String CONTENT = "line one\nline two with ä\n";
  private static final String ASIDE = "things.damaged-20260102T030405.678Z";

  @TempDir Path root;

  private StateFiles files() {
    return new StateFiles(root.resolve("state"), () -> Instant.parse("2026-01-02T03:04:05.678Z"));
  }

  private Path file() {
    return root.resolve("state/things");
  }

  @Test
  void givesBackWhatWasSaved() {
    files().save("things", CONTENT);

    assertThat(files().load("things").content()).contains(CONTENT);
    assertThat(files().load("things").damage()).isEmpty();
  }

  @Test
  void hasNothingOnAFirstStart() {
    assertThat(files().load("things")).isEqualTo(NodeState.Kept.NOTHING);
  }

  @Test
  void namesWhatWasSavedUntilItIsRemoved() {
    assertThat(files().names("pod-")).isEmpty();
    files().save("pod-b", CONTENT);
    files().save("pod-a", CONTENT);
    files().save("things", CONTENT);
    assertThat(files().names("pod-")).containsExactly("pod-a", "pod-b");
    files().remove("pod-a");
    files().remove("pod-a");
    assertThat(files().names("pod-")).containsExactly("pod-b");
    assertThat(files().load("pod-a")).isEqualTo(NodeState.Kept.NOTHING);
  }

  @Test
  void keepsEmptyContentApartFromNone() {
    files().save("things", "");

    assertThat(files().load("things").content()).contains("");
  }

  @Test
  void isForRootAlone() throws IOException {
    files().save("things", CONTENT);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  /** Turns a good file into a bad one. */
  interface Harm {
    void to(Path file) throws IOException;
  }

  static Stream<Arguments> damages() {
    return Stream.of(
        harm("empty", file -> Files.write(file, new byte[0]), "it is empty"),
        harm("cut in the first line", file -> cut(file, 20), "its first line is not ours"),
        harm("cut after the first line", file -> cut(file, 81), "its checksum does not match"),
        harm("cut before the last byte", file -> cutLast(file), "its checksum does not match"),
        harm("longer", file -> append(file), "its checksum does not match"),
        harm("a bit of the body", file -> flip(file, 90), "its checksum does not match"),
        harm("a bit of the checksum", file -> flip(file, 30), "its checksum does not match"),
        harm("a bit of the mark", file -> flip(file, 3), "its first line is not ours"),
        harm("zeros", file -> Files.write(file, new byte[4096]), "its first line is not ours"),
        harm("another version", StateFilesTest::newer, "its first line is not ours"),
        harm("not text", StateFilesTest::notText, "it is not text"),
        harm("a directory", StateFilesTest::directory, "it is a directory"),
        harm("a link that leads nowhere", file -> link(file, "nowhere"), "it is not a plain file"),
        harm("a link to a device", file -> link(file, "/dev/zero"), "it is not a plain file"));
  }

  private static Arguments harm(String name, Harm harm, String told) {
    return arguments(name, harm, told);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("damages")
  void setsAsideWhatIsDamagedAndSaysSo(String name, Harm harm, String told) throws IOException {
    files().save("things", CONTENT);
    harm.to(file());

    Instant begun = Instant.now();
    NodeState.Kept kept = files().load("things");

    assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(1));
    assertThat(kept.content()).isEmpty();
    assertThat(kept.damage().orElseThrow())
        .contains(file().toString())
        .contains(told)
        .contains(ASIDE);
    assertThat(Files.exists(file(), LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(Files.exists(file().resolveSibling(ASIDE), LinkOption.NOFOLLOW_LINKS)).isTrue();
    files().save("things", "afresh");
    assertThat(files().load("things").content()).contains("afresh");
  }

  @Test
  void noticesEverySingleFlippedBit() throws IOException {
    files().save("things", CONTENT);
    byte[] good = Files.readAllBytes(file());
    for (int bit = 0; bit < good.length * 8; bit++) {
      byte[] bad = good.clone();
      bad[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> Envelope.TEXT.open(bad)).isInstanceOf(DamagedFileException.class);
    }
  }

  @Test
  void noticesEveryCut() throws IOException {
    files().save("things", CONTENT);
    byte[] good = Files.readAllBytes(file());
    for (int length = 0; length < good.length; length++) {
      byte[] bad = Arrays.copyOf(good, length);
      assertThatThrownBy(() -> Envelope.TEXT.open(bad)).isInstanceOf(DamagedFileException.class);
    }
  }

  @Test
  void replacesADirectoryThatTookItsPlaceMeanwhile() throws IOException {
    Files.createDirectories(file().resolve("deep"));

    files().save("things", CONTENT);

    assertThat(files().load("things").content()).contains(CONTENT);
  }

  @Test
  void setsAsideOnDemand() {
    files().save("things", CONTENT);

    assertThat(files().setAside("things")).endsWith(ASIDE);
    assertThat(files().load("things")).isEqualTo(NodeState.Kept.NOTHING);
  }

  @Test
  void tellsWhatCannotBeWritten() throws IOException {
    Files.writeString(root.resolve("state"), "a file where the directory belongs");

    assertThatThrownBy(() -> files().save("things", CONTENT))
        .isInstanceOf(OutsideFailure.class)
        .hasMessageContaining(file().toString());
    assertThat(files().load("things").content()).isEmpty();
  }

  @Test
  void leavesNothingBesideTheFile() throws IOException {
    files().save("things", CONTENT);
    files().save("things", CONTENT + CONTENT);

    try (Stream<Path> all = Files.list(root.resolve("state"))) {
      assertThat(all.map(path -> path.getFileName().toString()).toList())
          .isEqualTo(List.of("things"));
    }
  }

  private static void cut(Path file, int length) throws IOException {
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), length));
  }

  private static void cutLast(Path file) throws IOException {
    cut(file, Files.readAllBytes(file).length - 1);
  }

  private static void append(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length + 1));
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }

  private static void newer(Path file) throws IOException {
    Files.writeString(file, Files.readString(file).replaceFirst(" 1 ", " 2 "));
  }

  private static void notText(Path file) throws IOException {
    byte[] body = {(byte) 0xff, (byte) 0xfe};
    Files.write(file, TextEnvelope.close(body));
  }

  private static void directory(Path file) throws IOException {
    Files.delete(file);
    Files.createDirectories(file.resolve("inside"));
  }

  private static void link(Path file, String target) throws IOException {
    Files.delete(file);
    Files.createSymbolicLink(file, Path.of(target));
  }
}

package dev.jubelet.nodeserver.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogFollowerTest {
  private static final String TIME = "2025-11-15T12:00:00.000000001Z";

  @TempDir Path logs = Path.of("/");
  private Path folder = Path.of("/");
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private Path log = Path.of("/");

  @BeforeEach
  void name() throws IOException {
    folder = Files.createDirectory(logs.resolve("container"));
    log = folder.resolve("0.log");
  }

  @Test
  void joinsPartialLinesOfBothStreams() throws IOException {
    write("stdout F one", "stdout P tw", "stdout P o", "stdout F !", "stderr F bad", "stdout F");

    follower(null, false, -1).copy();

    assertThat(printed()).isEqualTo("one\ntwo!\nbad\n\n");
  }

  @Test
  void picksOneStream() throws IOException {
    write("stdout F one", "stderr F bad");

    follower("stderr", false, -1).copy();

    assertThat(printed()).isEqualTo("bad\n");
  }

  @Test
  void putsTheTimeBeforeWholeLinesOnly() throws IOException {
    write("stdout P a", "stdout F b", "stdout F c");

    follower(null, true, -1).copy();

    assertThat(printed()).isEqualTo(TIME + " ab\n" + TIME + " c\n");
  }

  @ParameterizedTest
  @CsvSource({"0,''", "1,c", "2,bc", "3,abc", "9,abc", "-1,abc"})
  void printsTheLastLines(long tail, String expected) throws IOException {
    write("stdout F a", "stdout F b", "stdout F c");

    follower(null, false, tail).copy();

    assertThat(printed().replace("\n", "")).isEqualTo(expected);
  }

  @Test
  void findsTheLastLinesOfALargeFile() throws IOException {
    String[] lines = new String[20_000];
    Arrays.setAll(lines, i -> "stdout F line " + i);
    write(lines);

    follower(null, false, 15_000).copy();

    assertThat(printed().lines()).hasSize(15_000).first().isEqualTo("line 5000");
  }

  @Test
  void leavesOutWhatIsNoCriLineAndSaysSoOnce() throws IOException {
    Files.writeString(
        log, "root:secret\n" + TIME + " other F x\n" + TIME + " stdout F good\n" + "half a li");

    follower(null, false, -1).copy();

    assertThat(printed())
        .isEqualTo("unsupported log format: lines that are not in CRI format are left out\ngood\n");
  }

  @Test
  void followsNoLink() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), TIME + " stdout F secret\n");
    Files.createSymbolicLink(log, secret);

    assertThatThrownBy(() -> follower(null, false, -1).copy())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("0.log is not a regular file");
    assertThat(printed()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.log.20251115-120000", "0.log.20251115-120000.gz"})
  void takesNoLinkForARotatedFile(String name) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), TIME + " stdout F secret\n");
    Files.createSymbolicLink(folder.resolve(name), secret);
    write("stdout F own");

    follower(null, false, -1).copy();

    assertThat(printed()).isEqualTo("own\n");
  }

  @Test
  void entersNoDirectoryThroughALink() throws IOException {
    write("stdout F secret");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);

    assertThatThrownBy(
            () -> new LogFollower(new LogRun(folder, "link", "0.log"), out, LogOptions.ALL).copy())
        .isInstanceOf(IOException.class);
    assertThat(link).isSymbolicLink();
    assertThat(printed()).isEmpty();
  }

  @Test
  @Timeout(20)
  void doesNotWaitForTheOtherEndOfAPipe() throws Exception {
    assertThat(new ProcessBuilder("mkfifo", log.toString()).start().waitFor()).isZero();

    assertThatThrownBy(() -> follower(null, false, -1).copy())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a regular file");
  }

  @Test
  void showsLinesOfAnyLengthWithoutHoldingThem() throws IOException {
    String big = "x".repeat(3 << 20);
    Files.writeString(
        log,
        TIME
            + " stdout F "
            + big
            + "\n"
            + TIME
            + " stderr P "
            + big
            + "\n"
            + "y".repeat(100_000)
            + "\n"
            + TIME
            + " stderr F end\n"
            + TIME
            + " stdout F "
            + big);

    follower(null, false, -1).copy();

    assertThat(printed())
        .isEqualTo(
            big
                + "\n"
                + big
                + "unsupported log format: lines that are not in CRI format are left out\n"
                + "end\n"
                + big
                + "\n");
    out.reset();
    follower("stderr", false, -1).copy();
    assertThat(printed()).startsWith("x").contains("end\n").hasSizeLessThan(big.length() + 100);
  }

  @Test
  void followsUntilTheContainerEnds() throws IOException {
    write("stdout F one");

    follower(null, false, -1)
        .follow(steps(() -> write("stdout P tw"), () -> write("stdout F o"), () -> {}));

    assertThat(printed()).isEqualTo("one\ntwo\n");
  }

  @Test
  void goesOnWithTheNewFileAfterARotationAndLosesNothing() throws IOException {
    write("stdout F one");

    follower(null, false, -1)
        .follow(
            steps(
                () -> {
                  write("stdout F two");
                  Files.move(log, folder.resolve("0.log.20251115-120000"));
                },
                () -> append(folder.resolve("0.log.20251115-120000"), "stdout F late"),
                () -> write("stdout F three"),
                () -> write("stdout F four")));

    assertThat(printed()).isEqualTo("one\ntwo\nlate\nthree\nfour\n");
  }

  @Test
  void startsAnewWhenTheFileIsCutShort() throws IOException {
    write("stdout F one", "stdout F two");

    follower(null, false, -1)
        .follow(steps(() -> Files.writeString(log, TIME + " stdout F x\n"), () -> {}));

    assertThat(printed()).isEqualTo("one\ntwo\nx\n");
  }

  @Test
  void knowsTheRunsOfAContainerByNumber() throws IOException {
    ContainerLogFiles files = ContainerLogFiles.of(folder, "default", "web", "u1", "a");

    assertThat(files.run(0)).isEmpty();
    Files.createDirectories(files.directory());
    for (String name : List.of("2.log", "9.log", "10.log", "9.log.20251115-120000", "x.log")) {
      Files.createFile(files.directory().resolve(name));
    }

    assertThat(files.directory()).isEqualTo(folder.resolve("default_web_u1/a"));
    assertThat(files.run(0)).hasValue(files.numbered(10));
    assertThat(files.run(1)).hasValue(files.numbered(9));
    assertThat(files.run(3)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "-1, abcdefg",
    "0, ''",
    "1, g",
    "2, fg",
    "3, efg",
    "4, defg",
    "5, cdefg",
    "6, bcdefg",
    "7, abcdefg",
    "8, abcdefg",
  })
  void countsLinesThroughRotatedAndCompressedFiles(long tail, String expected) throws IOException {
    compressed("0.log.20251115-110000.gz", "stdout F a", "stdout F b", "stdout F c");
    append(folder.resolve("0.log.20251115-120000"), "stdout F d", "stdout F e");
    // Half made, of another run, or both before and after compression: each counts once or not.
    compressed("0.log.20251115-120000.gz", "stdout F d", "stdout F e");
    compressed("0.log.20251115-120000.tmp", "stdout F x");
    append(folder.resolve("1.log.20251115-120000"), "stdout F y");
    write("stdout F f", "stdout F g");

    follower(null, false, tail).copy();

    assertThat(printed().replace("\n", "")).isEqualTo(expected);
  }

  @Test
  void followsThroughSeveralRotationsThatHappenAtOnce() throws IOException {
    write("stdout F one");

    follower(null, false, -1)
        .follow(
            steps(
                () -> {
                  Files.move(log, folder.resolve("0.log.20251115-120000"));
                  write("stdout F two");
                  Files.move(log, folder.resolve("0.log.20251115-120100"));
                  compressed("0.log.20251115-120200.gz", "stdout F three");
                  write("stdout F four");
                },
                () -> {}));

    assertThat(printed()).isEqualTo("one\ntwo\nthree\nfour\n");
  }

  @Test
  void leavesOutWhatIsOlder() throws IOException {
    Files.writeString(
        log,
        "2025-11-15T11:59:59.9Z stdout F old\n"
            + "2025-11-15T12:00:00Z stdout F just\n"
            + "2025-11-15T12:00:00.25+00:00 stdout F as conmon writes\n"
            + "2025-11-15T13:00:00.5+01:00 stdout F young\n");

    follower(new LogOptions(-1, Instant.parse("2025-11-15T12:00:00Z"), -1, null, true)).copy();

    assertThat(printed())
        .isEqualTo(
            "2025-11-15T12:00:00.000000000Z just\n"
                + "2025-11-15T12:00:00.250000000Z as conmon writes\n"
                + "2025-11-15T13:00:00.500000000+01:00 young\n");
  }

  @ParameterizedTest
  @CsvSource({"1, o", "4, one|", "5, one|t", "8, one|two|", "100, one|two|"})
  void endsAfterSoManyBytes(long limit, String expected) throws IOException {
    write("stdout F one", "stdout F two");

    follower(new LogOptions(-1, null, limit, null, false)).copy();

    assertThat(printed().replace('\n', '|')).isEqualTo(expected);
  }

  @Test
  void showsALineThatHasNoEndYet() throws IOException {
    write("stdout F one");
    Files.writeString(log, TIME + " stdout F half", StandardOpenOption.APPEND);

    follower(null, false, -1).copy();

    assertThat(printed()).isEqualTo("one\nhalf\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "t", "t ", "t stdout", "t stdin F x", " stdout F x"})
  void knowsWhatIsNoLogLine(String line) {
    assertThat(CriLogLine.parse(line.getBytes(StandardCharsets.UTF_8))).isEmpty();
  }

  private LogFollower follower(@Nullable String stream, boolean timestamps, long tail) {
    return follower(new LogOptions(tail, null, -1, stream, timestamps));
  }

  private LogFollower follower(LogOptions options) {
    return new LogFollower(new LogRun(logs, "container", "0.log"), out, options);
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private void write(String... lines) throws IOException {
    append(log, lines);
  }

  private static void append(Path file, String... lines) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append(TIME).append(' ').append(line).append('\n');
    }
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void compressed(String name, String... lines) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append(TIME).append(' ').append(line).append('\n');
    }
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      gzip.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** What happens each time the follower has nothing to read; afterwards the container ends. */
  private static LogFollower.More steps(Step... steps) {
    Deque<Step> left = new ArrayDeque<>(List.of(steps));
    return () -> {
      Step next = left.poll();
      if (next == null) {
        return false;
      }
      next.happen();
      return true;
    };
  }

  private interface Step {
    void happen() throws IOException;
  }
}

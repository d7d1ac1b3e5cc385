package dev.jubelet.runtime.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ExecOutcome;
import dev.jubelet.ports.stream.CommandEnd;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.runtime.stream.BusyboxContainer.Shape;
import dev.jubelet.testkit.Await;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a real container, where there are the parts for one. */
@Timeout(60)
@Tag("real")
class RealStreamsTest {
  private static final Shape SLEEPS =
      new Shape(false, false, false, "sh", "-c", "while true; do sleep 1000; done");
  private static final StreamOptions OUTPUTS = new StreamOptions(false, true, true, false);
  private static final StreamOptions PIPES = new StreamOptions(true, true, true, false);
  private static final StreamOptions TERMINAL = new StreamOptions(true, true, false, true);
  private static final SandboxId SANDBOX = new SandboxId("box");

  private final MemoryBudget outputs = new MemoryBudget("output of exec calls", 24 << 20);

  @TempDir Path directory;
  private @Nullable BusyboxContainer started;
  private @Nullable EmbeddedStreams talking;

  @BeforeEach
  void needParts() {
    BusyboxContainer.needParts();
  }

  private void start(Shape shape) throws Exception {
    BusyboxContainer container = BusyboxContainer.start(directory.resolve("box"), shape);
    started = container;
    Files.createDirectory(directory.resolve("scratch"));
    talking =
        new EmbeddedStreams(container, directory.resolve("scratch"), Path.of("conmon"), outputs);
  }

  @AfterEach
  void leaveNothing() throws Exception {
    if (started != null) {
      started.close();
      assertThat(directory.resolve("scratch")).isEmptyDirectory();
    }
  }

  private BusyboxContainer container() {
    return Objects.requireNonNull(started);
  }

  private EmbeddedStreams streams() {
    return Objects.requireNonNull(talking);
  }

  private ExecOutcome sync(Duration timeout, String... command) {
    return streams().execSync(container().running().id(), List.of(command), timeout, 16 << 20);
  }

  private Talk exec(StreamOptions options, String... command) throws IOException {
    return new Talk(
        streams().exec(container().running().id(), List.of(command), options).command());
  }

  private Talk attach(StreamOptions options) throws IOException {
    return new Talk(streams().attach(container().running().id(), options).command());
  }

  private void awaitProcesses(int count) throws InterruptedException {
    Await.until(
        count + " processes",
        Talk.PATIENCE,
        () -> {
          try {
            return container().processes().size() == count;
          } catch (IOException failed) {
            return false;
          }
        });
  }

  private static void awaitSize(Talk talk, String size) throws IOException, InterruptedException {
    talk.type("while test \"$(stty size)\" != '" + size + "'; do sleep 0.1; done; echo si''zed\n");
    talk.awaitOut("sized\r\n");
  }

  @Test
  void execCollectsBothOutputsAndTheExitCode() throws Exception {
    start(SLEEPS);
    ExecOutcome outcome = sync(Duration.ZERO, "sh", "-c", "echo $GREETING; echo no >&2; exit 7");
    assertThat(new String(outcome.stdout(), UTF_8)).isEqualTo("hello\n");
    assertThat(new String(outcome.stderr(), UTF_8)).isEqualTo("no\n");
    assertThat(outcome.exitCode()).isEqualTo(7);
    assertThat(sync(Duration.ofSeconds(20), "sh", "-c", "kill -15 $$").exitCode())
        .isEqualTo(128 + 15);
  }

  @Test
  void outputBeyondTheBoundIsThrownAway() throws Exception {
    start(SLEEPS);
    ExecOutcome outcome = sync(Duration.ofSeconds(50), "sh", "-c", "yes | head -c 20000000");
    assertThat(outcome.stdout()).hasSize(16 * 1024 * 1024);
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void unknownCommandIsAnErrorThatNamesIt() throws Exception {
    start(SLEEPS);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> sync(Duration.ofSeconds(20), "no-such-program"))
        .withMessageMatching(".*no-such-program.* not found in \\$PATH.*");
    Talk talk = exec(OUTPUTS, "no-such-program");
    assertThatException().isThrownBy(talk::end).withMessageContaining("not found in $PATH");
    Talk terminal = exec(TERMINAL, "no-such-program");
    assertThatException().isThrownBy(terminal::end).withMessageContaining("not found in $PATH");
  }

  @Test
  void timeOutKillsEverythingThatCameFromTheCommand() throws Exception {
    start(SLEEPS);
    awaitProcesses(1);
    String script =
        "sleep 500 & (sleep 501 &) ; (setsid sleep 502 &); setsid sh -c 'sleep 503 & sleep 504' & "
            + "sleep 505";
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> sync(Duration.ofSeconds(2), "sh", "-c", script))
        .returns(FailureKind.TIMED_OUT, OutsideFailure::kind)
        .withMessageContaining("timeout 2s exceeded");
    assertThat(container().processes()).containsExactly("sleep 1000");
  }

  @Test
  void timeOutAlsoReachesThoseWhoOutlivedTheCommand() throws Exception {
    start(SLEEPS);
    awaitProcesses(1);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> sync(Duration.ofSeconds(2), "sh", "-c", "sleep 600 & setsid sleep 601 &"))
        .returns(FailureKind.TIMED_OUT, OutsideFailure::kind);
    assertThat(container().processes()).containsExactly("sleep 1000");
  }

  @Test
  void timeOutSparesOthersWhoseOutputTheCommandBorrowed() throws Exception {
    start(SLEEPS);
    awaitProcesses(1);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(
            () -> sync(Duration.ofSeconds(2), "sh", "-c", "exec >/proc/1/fd/1 2>&1; sleep 700"));
    assertThat(container().processes()).containsExactly("sleep 1000");
  }

  @Test
  void execCarriesStdinUntilItsEnd() throws Exception {
    start(SLEEPS);
    try (Talk talk = exec(PIPES, "sh", "-c", "cat; echo done >&2; exit 3")) {
      talk.type("one\n");
      talk.awaitOut("one\n");
      talk.type("two\n");
      talk.endInput();
      assertThat(talk.end()).isEqualTo(new CommandEnd.Exited(3));
      assertThat(talk.out()).isEqualTo("one\ntwo\n");
      assertThat(talk.err()).isEqualTo("done\n");
    }
  }

  @Test
  void execIsKilledWhenItsClientLeaves() throws Exception {
    start(SLEEPS);
    awaitProcesses(1);
    try (Talk talk = exec(PIPES, "sh", "-c", "echo ready; sleep 800 & sleep 801")) {
      talk.awaitOut("ready");
      talk.leave();
      Await.until("the end", Talk.PATIENCE, talk::ended);
      assertThat(container().processes()).containsExactly("sleep 1000");
    }
    try (Talk talk = exec(TERMINAL, "sh", "-c", "echo ready; sleep 802 & sleep 803")) {
      talk.awaitOut("ready");
      talk.leave();
      Await.until("the end", Talk.PATIENCE, talk::ended);
      assertThat(container().processes()).containsExactly("sleep 1000");
    }
  }

  @Test
  void terminalHasTheSizeOfTheClient() throws Exception {
    start(SLEEPS);
    try (Talk talk = exec(TERMINAL, "sh")) {
      talk.resize(100, 30);
      awaitSize(talk, "30 100");
      talk.resize(81, 26);
      awaitSize(talk, "26 81");
      talk.type("echo $TERM; exit 4\n");
      assertThat(talk.end()).isEqualTo(new CommandEnd.Exited(4));
      assertThat(talk.out()).contains("xterm\r\n").doesNotContain("\r\r");
    }
  }

  @Test
  void lastWordsOnATerminalAreNotLost() throws Exception {
    start(SLEEPS);
    for (int round = 0; round < 5; round++) {
      try (Talk talk = exec(TERMINAL, "sh", "-c", "yes 0123456789 | head -n 5000; echo last")) {
        assertThat(talk.end()).isEqualTo(new CommandEnd.Exited(0));
        assertThat(talk.out()).hasSize(5000 * 12 + 6).endsWith("last\r\n");
      }
    }
  }

  @Test
  void attachSpeaksWithTheFirstProcessUntilItEnds() throws Exception {
    start(new Shape(false, true, true, "sh", "-c", "cat; echo over >&2"));
    try (Talk talk = attach(PIPES)) {
      talk.type("hello\n");
      talk.awaitOut("hello\n");
      talk.endInput();
      assertThat(talk.end()).isEqualTo(new CommandEnd.Exited(0));
      assertThat(talk.out()).isEqualTo("hello\n");
      assertThat(talk.err()).isEqualTo("over\n");
    }
  }

  @Test
  void attachCanBeLeftAndBegunAgain() throws Exception {
    start(new Shape(false, true, false, "cat"));
    for (String word : List.of("first", "second")) {
      try (Talk talk = attach(PIPES)) {
        talk.type(word + "\n");
        talk.awaitOut(word);
        talk.leave();
        Await.until("the end", Talk.PATIENCE, talk::ended);
      }
    }
  }

  @Test
  void attachedTerminalHasTheSizeOfTheClient() throws Exception {
    start(new Shape(true, true, false, "sh"));
    try (Talk talk = attach(TERMINAL)) {
      talk.resize(90, 33);
      awaitSize(talk, "33 90");
      talk.type("exit\n");
      assertThat(talk.end()).isEqualTo(new CommandEnd.Exited(0));
    }
  }

  @Test
  void logIsBegunAgain() throws Exception {
    start(new Shape(false, true, false, "cat"));
    try (Talk talk = attach(PIPES)) {
      talk.type("before\n");
      talk.awaitOut("before");
      Files.move(container().logFile(), directory.resolve("old"));
      streams().reopenLog(container().running().id());
      talk.type("after\n");
      talk.awaitOut("after");
    }
    assertThat(Files.readString(directory.resolve("old"))).contains("stdout F before");
    assertThat(Files.readString(container().logFile()))
        .contains("stdout F after")
        .doesNotContain("before");
  }

  private static boolean echoes(StreamSession.Ports ports, byte[] much)
      throws InterruptedException {
    Bytes client = new Bytes(much);
    try {
      ports.forwarder().forward(8080, client);
    } catch (IOException notYet) {
      return false;
    }
    assertThat(client.received.toByteArray()).isEqualTo(much);
    return true;
  }

  @Test
  void portsInsideAreReached() throws Exception {
    start(new Shape(false, false, false, "sh", "-c", "while true; do nc -l -p 8080 -e cat; done"));
    StreamSession.Ports ports = streams().portForward(SANDBOX, List.of());
    byte[] much = new byte[300_000];
    Arrays.fill(much, (byte) 7);
    Await.until("somebody listens", () -> echoes(ports, much));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> ports.forwarder().forward(9999, new Bytes(new byte[0])))
        .withMessageContaining("127.0.0.1:9999: connection refused");
  }

  private static final class Bytes implements dev.jubelet.ports.stream.Flow {
    private final InputStream input;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    Bytes(byte[] sent) {
      input = new ByteArrayInputStream(sent);
    }

    @Override
    public InputStream input() {
      return input;
    }

    @Override
    public OutputStream output() {
      return received;
    }

    @Override
    public void reset() {}
  }
}

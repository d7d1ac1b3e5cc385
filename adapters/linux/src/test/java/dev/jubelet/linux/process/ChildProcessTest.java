package dev.jubelet.linux.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildProcessTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int PLENTY = 1024 * 1024;

  @TempDir private Path directory;

  private static ChildProcess shell(String script) {
    return ChildProcess.of(List.of("/bin/sh", "-c", script));
  }

  private static ProcessOutcome.Exited exited(ProcessOutcome outcome) {
    assertThat(outcome).isInstanceOf(ProcessOutcome.Exited.class);
    return (ProcessOutcome.Exited) outcome;
  }

  private static String output(ChildProcess process) {
    return exited(process.output(PLENTY).run(LONG)).output().text();
  }

  @Test
  void tellsTheExitCodeAndBothStreams() {
    var end = exited(shell("echo fine; echo oh >&2; exit 3").output(100).errors(100).run(LONG));
    assertThat(end.code()).isEqualTo(3);
    assertThat(end.output()).isEqualTo(new ProcessOutput("fine\n", ProcessOutput.End.COMPLETE));
    assertThat(end.errors()).isEqualTo(new ProcessOutput("oh\n", ProcessOutput.End.COMPLETE));
  }

  @Test
  void nobodyHearsWhatIsNotAskedFor() {
    var end = exited(shell("echo hush; echo hush >&2").run(LONG));
    assertThat(end.output().text()).isEmpty();
    assertThat(end.errors().text()).isEmpty();
  }

  @Test
  void errorsGoIntoTheOutputWhenAskedTo() {
    assertThat(output(shell("echo one; echo two >&2; echo three").errorsInOutput()))
        .isEqualTo("one\ntwo\nthree\n");
  }

  @Test
  void addsToOurEnvironment() {
    assertThat(output(shell("echo $WORD ${PATH:+path}").environment(Map.of("WORD", "hello"))))
        .isEqualTo("hello path\n");
  }

  @Test
  void takesExactlyThatEnvironment() {
    ChildProcess env = ChildProcess.of(List.of("/usr/bin/env"));
    assertThat(output(env.onlyEnvironment(Map.of("WORD", "hello")))).isEqualTo("WORD=hello\n");
  }

  @Test
  void runsInADirectory() throws IOException {
    assertThat(output(shell("pwd -P").in(directory))).isEqualTo(directory.toRealPath() + "\n");
  }

  @Test
  void givesItItsInputAndThenTheEnd() {
    String large = "x".repeat(300_000);
    assertThat(output(shell("cat").input(large))).isEqualTo(large);
    assertThat(output(shell("cat"))).isEmpty();
  }

  @Test
  void inputThatNobodyReadsStopsNobody() {
    assertThat(output(shell("echo fine").input("x".repeat(PLENTY)))).isEqualTo("fine\n");
    assertThat(shell("exec sleep 600").input("x".repeat(PLENTY)).run(Duration.ofMillis(200)))
        .isEqualTo(new ProcessOutcome.TimedOut());
  }

  @Test
  void keepsTheBeginningAndLetsItWriteToItsEnd() {
    var end =
        exited(
            shell("head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; exit 4")
                .output(10)
                .errors(20)
                .run(LONG));
    assertThat(end.code()).isEqualTo(4);
    assertThat(end.output()).isEqualTo(new ProcessOutput("\0".repeat(10), ProcessOutput.End.CUT));
    assertThat(end.errors()).isEqualTo(new ProcessOutput("\0".repeat(20), ProcessOutput.End.CUT));
  }

  @Test
  void endsOneThatWritesMoreThanItMay() {
    assertThat(shell("exec yes").outputAtMost(10).run(LONG))
        .isEqualTo(new ProcessOutcome.OutputTooLong());
    assertThat(exited(shell("printf 0123456789").outputAtMost(10).run(LONG)).output().text())
        .isEqualTo("0123456789");
  }

  @Test
  void onesThatCannotBeRunAreTold() {
    assertThat(ChildProcess.of(List.of("/no/such/program")).run(LONG))
        .isInstanceOfSatisfying(
            ProcessOutcome.NotStarted.class,
            refused -> assertThat(refused.why()).hasMessageContaining("/no/such/program"));
  }

  @Test
  void killsTheWholeTreeAtTheDeadline() throws IOException {
    Path pids = directory.resolve("pids");
    String tree =
        "echo $$ >>%1$s; sh -c 'echo $$ >>%1$s; sleep 600 & echo $! >>%1$s; wait' & wait"
            .formatted(pids);
    assertThat(shell(tree).output(PLENTY).run(Duration.ofSeconds(2)))
        .isEqualTo(new ProcessOutcome.TimedOut());
    assertEnded(pids, 3);
  }

  /** Each child has a child and ends, as fast as it can. */
  @Test
  void oneThatForksAllTheTimeLeavesNobody() throws IOException {
    Path script = directory.resolve("fork");
    Files.writeString(
        script, "while :; do sh -c ': " + directory + "; sleep 600' & sleep 0.01; done");
    assertThat(shell(". " + script).run(Duration.ofSeconds(1)))
        .isEqualTo(new ProcessOutcome.TimedOut());
    ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").contains(directory.toString()))
        .forEach(each -> assertThat(each.onExit()).succeedsWithin(LONG));
  }

  @Test
  void anInterruptEndsItAndIsRemembered() throws Exception {
    Path pids = directory.resolve("pids");
    ChildProcess sleeping = shell("echo $$ >>%s; sleep 600".formatted(pids)).output(10);
    AtomicReference<ProcessOutcome> outcome = new AtomicReference<>();
    AtomicBoolean remembered = new AtomicBoolean();
    Thread runner =
        Thread.ofPlatform()
            .start(() -> {
              outcome.set(sleeping.run(LONG));
              remembered.set(Thread.interrupted());
            });
    Await.until("it runs", () -> Files.exists(pids) && Files.size(pids) > 0);
    runner.interrupt();
    assertThat(runner.join(LONG)).isTrue();
    assertThat(outcome.get()).isEqualTo(new ProcessOutcome.Interrupted());
    assertThat(remembered).isTrue();
    assertEnded(pids, 1);
  }

  @Test
  void whatItLeavesBehindGoesOnButIsNotWaitedFor() throws IOException {
    Path pids = directory.resolve("pids");
    var end =
        exited(shell("sleep 600 & echo $! >>%s; echo done".formatted(pids)).output(100).run(LONG));
    assertThat(end.code()).isZero();
    assertThat(end.output().text()).isEqualTo("done\n");
    // Java itself stops listening at the end of a process, unless somebody is just reading.
    assertThat(end.output().isCut()).isFalse();
    ProcessHandle left = ProcessHandle.of(pid(Files.readString(pids))).orElseThrow();
    assertThat(left.isAlive()).isTrue();
    left.destroyForcibly();
  }

  @Test
  void streamsMoreThanItKeeps() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ProcessOutcome outcome =
        shell("cat; echo more >&2; exit 5").input("x".repeat(300_000)).errorsInOutput().stream(
            all, LONG);
    assertThat(exited(outcome).code()).isEqualTo(5);
    assertThat(all.toString(StandardCharsets.UTF_8)).isEqualTo("x".repeat(300_000) + "more\n");
  }

  @Test
  void aStreamEndsAtItsDeadline() throws IOException {
    assertThat(shell("sleep 600").stream(OutputStream.nullOutputStream(), Duration.ofMillis(100)))
        .isEqualTo(new ProcessOutcome.TimedOut());
  }

  @Test
  void aStreamEndsWhoeverHoldsIt() throws IOException {
    Path pids = directory.resolve("pids");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    String leaving = "sleep 600 & echo $! >>%s; echo done".formatted(pids);
    // Whether its end is seen at once or only at the deadline depends on who reads first.
    shell(leaving).stream(all, Duration.ofSeconds(1));
    assertThat(all.toString(StandardCharsets.UTF_8)).isEqualTo("done\n");
    ProcessHandle left = ProcessHandle.of(pid(Files.readString(pids))).orElseThrow();
    assertThat(left.isAlive()).isTrue();
    left.destroyForcibly();
  }

  @Test
  void aStreamThatNobodyTakesEndsTheProcess() throws IOException {
    Path pids = directory.resolve("pids");
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            throw new IOException("gone");
          }
        };
    ChildProcess endless = shell("echo $$ >>%s; exec yes".formatted(pids));
    assertThatThrownBy(() -> endless.stream(closed, LONG)).hasMessage("gone");
    assertEnded(pids, 1);
  }

  private static void assertEnded(Path pids, int count) throws IOException {
    List<String> started = Files.readAllLines(pids);
    assertThat(started).hasSize(count);
    for (String each : started) {
      ProcessHandle.of(pid(each))
          .ifPresent(process -> assertThat(process.onExit()).succeedsWithin(LONG));
    }
  }

  private static long pid(String text) {
    return Long.parseLong(text.strip());
  }
}

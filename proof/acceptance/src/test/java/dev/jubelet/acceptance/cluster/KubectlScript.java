package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * Calls of kubectl one after the other, each with what it must answer; it counts them. A wrong
 * answer does not keep the rest from being asked: {@link #requireNoProblems} tells all of them.
 */
final class KubectlScript {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Kubectl kubectl;
  private final List<String> problems;
  private final AtomicInteger calls;

  KubectlScript(Kubectl kubectl) {
    this(kubectl, new ArrayList<>(), new AtomicInteger());
  }

  private KubectlScript(Kubectl kubectl, List<String> problems, AtomicInteger calls) {
    this.kubectl = kubectl;
    this.problems = problems;
    this.calls = calls;
  }

  /** The same script, which goes on with streams over SPDY. */
  KubectlScript withSpdy() {
    return new KubectlScript(kubectl.withSpdy(), problems, calls);
  }

  int calls() {
    return calls.get();
  }

  void requireNoProblems() {
    assertThat(problems).isEmpty();
  }

  /** Something that needs more than one call, or more than kubectl. */
  void step(Runnable checks) {
    try {
      checks.run();
    } catch (AssertionError | RuntimeException wrong) {
      problems.add(wrong.toString());
    }
  }

  /** Succeeds, and its output is exactly this, but for white space around it. */
  void says(String expected, String... words) {
    String out = out(words);
    step(() -> assertThat(out).as(line(words)).isEqualTo(expected));
  }

  /** Succeeds, and its output has all of these. */
  String shows(List<String> parts, String... words) {
    String out = out(words);
    step(() -> assertThat(out).as(line(words)).contains(parts));
    return out;
  }

  /**
   * Succeeds, sooner or later, with an output that has all of these: for what others bring about.
   */
  void comesToShow(List<String> parts, String... words) {
    comesToSay("shows " + parts, out -> parts.stream().allMatch(out::contains), words);
  }

  /** Succeeds, sooner or later, with an output that does not have this any more. */
  void ceasesToShow(String part, String... words) {
    comesToSay("shows " + part + " no more", out -> !out.contains(part), words);
  }

  private void comesToSay(String what, Predicate<String> right, String... words) {
    calls.incrementAndGet();
    AtomicReference<String> seen = new AtomicReference<>("");
    step(() ->
        Await.until(
            line(words) + " " + what,
            SOON,
            () -> {
              Tool.Result result = kubectl.attempt(words);
              seen.set(result.out() + result.err());
              return result.ok() && right.test(result.out());
            },
            seen::get));
  }

  /** Ends with this exit code, and says this on its error stream. */
  void fails(int exit, String part, String... words) {
    calls.incrementAndGet();
    Tool.Result result = kubectl.attempt(words);
    step(() -> {
      assertThat(result.exit()).as(line(words) + ": " + result.err()).isEqualTo(exit);
      assertThat(result.err()).as(line(words)).contains(part);
    });
  }

  /** Succeeds; what it says does not matter. */
  String does(String... words) {
    return out(words);
  }

  /** Succeeds when it is fed with a text. */
  void fed(String input, String expected, String... words) {
    calls.incrementAndGet();
    step(() -> assertThat(kubectl.feed(input, words).strip()).as(line(words)).isEqualTo(expected));
  }

  /**
   * Succeeds when its input is closed after the first answer, and then says the rest. Not before:
   * runtimes lose, now and then, what comes together with the end of the input.
   */
  void talks(String input, String answer, String rest, String... words) {
    step(() -> {
      try (KubectlRun run = start(words)) {
        run.type(input);
        run.awaitOut(answer, SOON);
        run.closeInput();
        Tool.Result result = run.end(SOON);
        assertThat(result.exit()).as(line(words) + ": " + result.err()).isZero();
        assertThat(result.out()).as(line(words)).isEqualTo(answer + rest);
      }
    });
  }

  /** The words of a call that others make. */
  List<String> words(String... words) {
    calls.incrementAndGet();
    return kubectl.tool(words).words();
  }

  KubectlRun start(String... words) {
    calls.incrementAndGet();
    return kubectl.start(words);
  }

  private String out(String... words) {
    calls.incrementAndGet();
    Tool.Result result = kubectl.attempt(words);
    step(() ->
        assertThat(result.exit()).as(line(words) + ": " + result.err() + result.out()).isZero());
    return result.out().strip();
  }

  private static String line(String... words) {
    return "kubectl " + String.join(" ", words);
  }
}

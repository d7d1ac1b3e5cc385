package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Eventually;
import dev.jubelet.app.sandboxed.Tool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Calls of kubectl one after the other, each with what it must answer; it counts them. */
final class KubectlScript {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Kubectl kubectl;
  private int calls;

  KubectlScript(Kubectl kubectl) {
    this.kubectl = kubectl;
  }

  int calls() {
    return calls;
  }

  /** Succeeds, and its output is exactly this, but for white space around it. */
  void says(String expected, String... words) {
    assertThat(out(words)).as(line(words)).isEqualTo(expected);
  }

  /** Succeeds, and its output has all of these. */
  String shows(List<String> parts, String... words) {
    String out = out(words);
    assertThat(out).as(line(words)).contains(parts);
    return out;
  }

  /**
   * Succeeds, sooner or later, with an output that has all of these: for what others bring about.
   */
  void comesToShow(List<String> parts, String... words) {
    calls++;
    AtomicReference<String> seen = new AtomicReference<>("");
    Eventually.until(
        line(words) + " shows " + parts,
        SOON,
        () -> {
          Tool.Result result = kubectl.attempt(words);
          seen.set(result.out() + result.err());
          return result.ok() && parts.stream().allMatch(result.out()::contains);
        },
        seen::get);
  }

  /** Ends with this exit code, and says this on its error stream. */
  void fails(int exit, String part, String... words) {
    calls++;
    Tool.Result result = kubectl.attempt(words);
    assertThat(result.exit()).as(line(words) + ": " + result.err()).isEqualTo(exit);
    assertThat(result.err()).as(line(words)).contains(part);
  }

  /** Succeeds; what it says does not matter. */
  String does(String... words) {
    return out(words);
  }

  /** Succeeds when it is fed with a text. */
  void fed(String input, String expected, String... words) {
    calls++;
    assertThat(kubectl.feed(input, words).strip()).as(line(words)).isEqualTo(expected);
  }

  KubectlRun start(String... words) {
    calls++;
    return kubectl.start(words);
  }

  private String out(String... words) {
    calls++;
    Tool.Result result = kubectl.attempt(words);
    assertThat(result.exit()).as(line(words) + ": " + result.err() + result.out()).isZero();
    return result.out().strip();
  }

  private static String line(String... words) {
    return "kubectl " + String.join(" ", words);
  }
}

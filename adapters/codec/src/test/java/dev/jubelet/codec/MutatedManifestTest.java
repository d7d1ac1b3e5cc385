package dev.jubelet.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.tree.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens to a manifest, there are pods or an error with a line, and never an exception.
 */
@Tag("long")
class MutatedManifestTest {
  private static final long SEED = 20_260_101L;
  private static final int MUTATIONS = 4_000;
  private static final List<String> VALUES =
      List.of(
          "null",
          "[]",
          "{}",
          "true",
          "-1",
          "99999999999999999999",
          "1e400",
          "\"\"",
          "~",
          "0x",
          "[[[]]]",
          "{a: {b: {c: d}}}",
          "*a",
          "&a x",
          "!!binary x",
          "!!int x",
          "'",
          "\"",
          "|",
          ">-",
          "? x",
          "- -",
          "\u0000",
          "\uFEFF",
          "\uD800",
          "%YAML 9.9",
          "---",
          "...",
          "<<: *x",
          "!<tag> x",
          "\"\\ud800\"",
          "\"\\xZZ\"",
          "!%zz x",
          ".nan",
          "2030-01-01",
          "@",
          "`");

  private final Random random = new Random(SEED);

  @Test
  void neverThrowsAndNeverStaysSilent() {
    String yaml = Manifests.FULL;
    String json =
        RecordEncoder.json("v1", "Pod", PodManifests.parse(yaml, "good").pods().getFirst());
    assertThat(PodManifests.parse(yaml, "good").problems()).isEmpty();
    assertThat(PodManifests.parse(json, "good").problems()).isEmpty();
    int good = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      String text = i % 2 == 0 ? yaml : json;
      int times = 1 + random.nextInt(3);
      for (int j = 0; j < times; j++) {
        text = mutate(text);
      }
      PodManifests.Parsed parsed = PodManifests.parseStatic(text, "mutation " + i);
      List<Problem> errors = parsed.problems().stream().filter(Problem::isError).toList();
      assertThat(parsed.pods().isEmpty() && errors.isEmpty())
          .as("mutation %s: %s", i, text)
          .isFalse();
      assertThat(errors).allMatch(error -> error.line() >= 1 && error.column() >= 1);
      good += errors.isEmpty() ? 1 : 0;
    }
    // Both outcomes must occur, or the mutations say nothing.
    assertThat(good).isBetween(MUTATIONS / 50, MUTATIONS / 2);
  }

  private String mutate(String text) {
    if (text.isEmpty()) {
      return text;
    }
    int at = random.nextInt(text.length());
    return switch (random.nextInt(9)) {
      case 0 -> flipByte(text);
      case 1 -> text.substring(0, at);
      case 2 -> swapValue(text);
      case 3 -> renameKey(text);
      case 4 -> deepen(text, at);
      case 5 -> deleteLine(text);
      case 6 -> duplicateLine(text);
      case 7 ->
          text.substring(0, at) + VALUES.get(random.nextInt(VALUES.size())) + text.substring(at);
      default -> text.substring(0, at) + (char) random.nextInt(0x10000) + text.substring(at + 1);
    };
  }

  private String flipByte(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String swapValue(String text) {
    List<Integer> colons = positions(text, text.startsWith("{") ? ":" : ": ");
    if (colons.isEmpty()) {
      return text;
    }
    int from = colons.get(random.nextInt(colons.size())) + 1;
    int to = from;
    while (to < text.length() && "\n,}]".indexOf(text.charAt(to)) < 0) {
      to++;
    }
    return text.substring(0, from)
        + " "
        + VALUES.get(random.nextInt(VALUES.size()))
        + text.substring(to);
  }

  private String renameKey(String text) {
    List<Integer> colons = positions(text, ":");
    if (colons.isEmpty()) {
      return text;
    }
    int colon = colons.get(random.nextInt(colons.size()));
    return text.substring(0, colon) + "x" + text.substring(colon);
  }

  private String deepen(String text, int at) {
    String open = random.nextBoolean() ? "[" : "{\"a\":";
    return text.substring(0, at) + open.repeat(90 + random.nextInt(2000)) + text.substring(at);
  }

  private String deleteLine(String text) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    lines.remove(random.nextInt(lines.size()));
    return String.join("\n", lines);
  }

  private String duplicateLine(String text) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    lines.add(random.nextInt(lines.size()), lines.get(random.nextInt(lines.size())));
    return String.join("\n", lines);
  }

  private static List<Integer> positions(String text, String part) {
    List<Integer> found = new ArrayList<>();
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
      found.add(at);
    }
    return found;
  }
}

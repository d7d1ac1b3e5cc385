package dev.jubelet.codec.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TreesTest {
  /** The right column is what sigs.k8s.io/yaml makes of the left one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "0644 | 420",
        "0o17 | 15",
        "0x1F | 31",
        "0b101 | 5",
        "1_000 | 1000",
        "-0644 | -420",
        "+7 | 7",
        "089 | 89",
        "1.50 | 1.50",
        ".5 | 0.5",
        "0 | 0",
        "~ | null",
        "null | null",
        "NULL | null",
        "y | true",
        "N | false",
        "yes | true",
        "Off | false",
        "on | true",
        "2001-12-14 | \"2001-12-14\"",
        "2001-12-14T21:59:43Z | \"2001-12-14T21:59:43Z\"",
        "12:30:45 | \"12:30:45\"",
        "1:30 | \"1:30\"",
        "'0644' | \"0644\"",
        "\"yes\" | \"yes\"",
        "!!str 12 | \"12\"",
        "!!int '12' | 12",
        "!!binary aGk= | \"hi\"",
        "!local x | \"x\"",
        "1e3 | 1E+3",
        "0o8 | \"0o8\"",
        "v1.2.3 | \"v1.2.3\"",
        "1.2.3 | \"1.2.3\"",
        "- | [null]",
        "{a: 1, b: [x, y]} | {\"a\":1,\"b\":[\"x\",true]}",
        "{1: a, true: b, 1.5: c} | {\"1\":\"a\",\"true\":\"b\",\"1.5\":\"c\"}",
      })
  void readsYamlAsKubernetesDoes(String yaml, String json) {
    assertThat(JsonWriter.compact(onlyDocument("v: " + (yaml.equals("-") ? "[~]" : yaml))))
        .isEqualTo("{\"v\":" + json + "}");
  }

  @Test
  void mergesWhatTheMergeKeyNames() {
    Node tree =
        onlyDocument(
            """
            base: &base {a: 1, b: 2}
            more: &more {b: 3, c: 4}
            one: {<<: *base, b: 9}
            all:
              <<: [*base, *more]
              d: 5
            """);
    assertThat(JsonWriter.compact(tree))
        .contains("\"one\":{\"b\":9,\"a\":1}")
        .contains("\"all\":{\"d\":5,\"a\":1,\"b\":2,\"c\":4}");
  }

  @Test
  void readsSeveralDocuments() {
    Problems problems = new Problems();
    List<Node> documents = Trees.read("---\na: 1\n---\n# nothing\n---\nb: 2\n...\n", problems);
    assertThat(problems.list()).isEmpty();
    assertThat(documents).hasSize(3);
    assertThat(documents.get(1)).isInstanceOf(Node.Null.class);
  }

  @Test
  void remembersLinesAndColumns() {
    String yaml = "a:\n  - b: 1\n    c: 2\n";
    String json = "{\n \"a\": [\n  {\"b\": 1,\n   \"c\": 2}]}";
    FieldPath path = FieldPath.ROOT.child("a").index(0).child("c");
    assertThat(path.in(onlyDocument(yaml))).isEqualTo(new TextPosition(3, 5));
    assertThat(path.in(onlyDocument(json))).isEqualTo(new TextPosition(4, 4));
    assertThat(path.child("missing").in(onlyDocument(yaml)).line()).isEqualTo(3);
  }

  record Refusal(String name, String text, String message, int line) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Refusal> refusals() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 12; i++) {
      String alias = "*a" + (i - 1);
      laughs.append(
          "a%d: &a%d [%s]\n"
              .formatted(i, i, String.join(",", java.util.Collections.nCopies(10, alias))));
    }
    return List.of(
        new Refusal("laughs", laughs.toString(), "more than 100000 values", 5),
        new Refusal("recursive alias", "a: 1\nb: &b [*b]\n", "contains it", 2),
        new Refusal("deep flow", "a: " + "[".repeat(200_000), "Depth", 1),
        new Refusal("deep blocks", "x: 1\na: " + "\n" + deepBlocks(), "depth", 102),
        new Refusal("deep JSON", "{\"a\":" + "[".repeat(200_000), "depth", 1),
        new Refusal("huge YAML", ("- " + "x".repeat(1021) + "\n").repeat(3100), "limit", 3072),
        new Refusal("long line", "a: 1\nb: \"" + "x".repeat(3_000_000) + "\"", "longer", 2),
        new Refusal("deep flow lines", "a: " + "[\n".repeat(200_000), "depth", 100),
        new Refusal("huge JSON", "{\"a\":\"" + "x".repeat(3 * 1024 * 1024) + "\"}", "larger", 1),
        new Refusal("huge text", "x".repeat(10 * 1024 * 1024 + 1), "larger", 1),
        new Refusal("duplicate YAML key", "a: 1\nb: 2\na: 3\n", "duplicate key \"a\"", 3),
        new Refusal("duplicate JSON key", "{\"a\": 1,\n\"a\": 2}", "duplicate key \"a\"", 2),
        new Refusal("tab", "a:\n\tb: 1\n", "cannot start", 2),
        new Refusal("control character", "a: 1\nb: \u0001\n", "U+0001", 2),
        new Refusal("unclosed quote", "a: 1\nb: \"x\n", "end of stream", 3),
        new Refusal("unknown alias", "a: *nobody\n", "undefined alias", 1),
        new Refusal("infinite number", "a: .inf\n", "JSON", 1),
        new Refusal("not a boolean", "a: !!bool maybe\n", "not a boolean", 1),
        new Refusal("list as key", "[a]: 1\n", "key must be a string", 1),
        new Refusal("merge of text", "<<: text\n", "merge key", 1),
        new Refusal("JSON comment", "{\n// no\n}", "Unexpected character", 2),
        new Refusal("text after JSON", "{}\n{}", "after the object", 2),
        new Refusal("broken JSON", "{\"a\": 1,\n\"b\": }", "Unexpected character", 2));
  }

  private static String deepBlocks() {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < 400; i++) {
      text.append(" ".repeat(i)).append("a:\n");
    }
    return text.toString();
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void refusesQuicklyWithALine(Refusal refusal) {
    Problems problems = new Problems();
    Instant start = Instant.now();
    Trees.read(refusal.text, problems);
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(2));
    assertThat(problems.list()).isNotEmpty();
    Problem first = problems.list().getFirst();
    assertThat(first.message()).containsIgnoringCase(refusal.message);
    assertThat(first.line()).isEqualTo(refusal.line);
  }

  @Test
  void writesYamlThatReadsBackTheSame() {
    String json =
        "{\"a\":\"yes\",\"b\":[\"0644\",\"x: y\",\"- z\",\"\",\"a\\nb\",\"#no\",\" x \",\"nginx:1.27\","
            + "\"~\",\"12:30:45\",\"\\u0001\\ufeff\"],\"c\":{},\"d\":[],\"e\":{\"f g\":{\"h\":[[1,2],"
            + "[{\"i\":null,\"j\":true}]]}},\"k\":1.50}";
    Node tree = onlyDocument(json);
    assertThat(JsonWriter.compact(onlyDocument(YamlWriter.write(tree))))
        .isEqualTo(JsonWriter.compact(tree));
    assertThat(JsonWriter.compact(tree)).isEqualTo(json);
  }

  private static Node onlyDocument(String text) {
    Problems problems = new Problems();
    List<Node> documents = Trees.read(text, problems);
    assertThat(problems.list()).isEmpty();
    assertThat(documents).hasSize(1);
    return documents.getFirst();
  }
}

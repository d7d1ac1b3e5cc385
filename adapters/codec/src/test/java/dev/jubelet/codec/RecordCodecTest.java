package dev.jubelet.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.tree.Problem;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.Node;
import dev.jubelet.model.meta.GoDuration;
import dev.jubelet.model.meta.IntOrString;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.meta.WireName;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStateTerminated;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class RecordCodecTest {
  enum Colour implements WireName {
    RED("Red"),
    BLUE("Blue");
    private final String wire;

    Colour(String wire) {
      this.wire = wire;
    }

    @Override
    public String wire() {
      return wire;
    }
  }

  record Inner(String name, int number) {}

  record Everything(
      String text,
      @Nullable String maybeText,
      int small,
      long big,
      @Nullable Integer maybeSmall,
      boolean flag,
      @Nullable Boolean maybeFlag,
      double real,
      @Nullable Instant at,
      @Nullable Quantity amount,
      @Nullable IntOrString port,
      Duration span,
      Colour colour,
      @Nullable Colour maybeColour,
      List<Inner> list,
      Map<String, String> map,
      Inner inner,
      @Nullable Inner maybeInner) {}

  private static RecordDecoder.Decoded<Everything> decode(String yaml, RecordDecoder decoder) {
    Problems problems = new Problems();
    Node tree = Trees.read(yaml, problems).getFirst();
    assertThat(problems.list()).isEmpty();
    return decoder.decode(tree, Everything.class);
  }

  private static Everything good(String yaml) {
    RecordDecoder.Decoded<Everything> decoded = decode(yaml, RecordDecoder.strict());
    assertThat(decoded.problems()).isEmpty();
    Everything value = decoded.value();
    assertThat(value).isNotNull();
    return java.util.Objects.requireNonNull(value);
  }

  @Test
  void absenceHasAValueForEveryType() {
    assertThat(good("apiVersion: v1\nkind: Thing\ntext: null\nlist: ~\n"))
        .isEqualTo(
            new Everything(
                "",
                null,
                0,
                0,
                null,
                false,
                null,
                0,
                null,
                null,
                null,
                Duration.ZERO,
                Colour.RED,
                null,
                List.of(),
                Map.of(),
                new Inner("", 0),
                null));
  }

  private static final String FULL =
      """
      {text: a, maybeText: "", small: 0644, big: 9007199254740993, maybeSmall: 0, flag: yes,
       maybeFlag: false, real: 1.5, at: 2030-01-02T03:04:05+01:00, amount: 1.5, port: 80,
       span: 1m30s, colour: Blue, maybeColour: Red, list: [{name: x}, null],
       map: {z: "1", a: "2"}, inner: {number: 7}, maybeInner: {}}
      """;

  @Test
  void readsEveryType() {
    Everything all = good(FULL.replace('\n', ' ').replaceFirst("^\\{", "!!map {"));
    assertThat(all.small()).isEqualTo(420);
    assertThat(all.big()).isEqualTo(9007199254740993L);
    assertThat(all.at()).isEqualTo(Instant.parse("2030-01-02T02:04:05Z"));
    assertThat(all.amount()).isEqualTo(Quantity.parse("1500m"));
    assertThat(all.port()).isEqualTo(IntOrString.of(80));
    assertThat(all.span()).isEqualTo(Duration.ofSeconds(90));
    assertThat(all.list()).containsExactly(new Inner("x", 0), new Inner("", 0));
    assertThat(all.map().keySet()).containsExactly("z", "a");
  }

  @Test
  void writesWhatWasSaidAndNothingElse() {
    Everything all = good(FULL.replace('\n', ' ').replaceFirst("^\\{", "!!map {"));
    assertThat(RecordEncoder.json("v1", "Thing", all))
        .isEqualTo(
            "{\"apiVersion\":\"v1\",\"kind\":\"Thing\",\"text\":\"a\",\"maybeText\":\"\","
                + "\"small\":420,\"big\":9007199254740993,\"maybeSmall\":0,\"flag\":true,"
                + "\"maybeFlag\":false,\"real\":1.5,\"at\":\"2030-01-02T02:04:05Z\","
                + "\"amount\":\"1.5\",\"port\":80,\"span\":\"1m30s\",\"colour\":\"Blue\","
                + "\"maybeColour\":\"Red\",\"list\":[{\"name\":\"x\"},{}],"
                + "\"map\":{\"z\":\"1\",\"a\":\"2\"},\"inner\":{\"number\":7},\"maybeInner\":{}}");
    assertThat(good(RecordEncoder.json(all))).isEqualTo(all);
    assertThat(good(RecordEncoder.yaml(all))).isEqualTo(all);
  }

  @Test
  void writesTheZeroesThatClientsRelyOn() {
    var ended = new ContainerStateTerminated(0, 0, "Completed", "", null, null, "");
    assertThat(RecordEncoder.json(new ContainerState(null, null, ended)))
        .isEqualTo("{\"terminated\":{\"exitCode\":0,\"reason\":\"Completed\"}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text: 1 | text: expected a string, found a number",
        "text: yes | text: expected a string, found a boolean",
        "text: {} | text: expected a string, found an object",
        "small: x | small: expected a number, found a string",
        "small: 2147483648 | small: number out of range",
        "small: 1.5 | small: expected a whole number",
        "small: 1e99 | small: number out of range",
        "big: 1e30 | big: number out of range",
        "big: 1e-300 | big: expected a whole number",
        "flag: 'true' | flag: expected a boolean, found a string",
        "at: 2030-01-02 | at: times must look like",
        "amount: 1Q | amount: unknown suffix",
        "amount: [] | amount: expected a quantity, found a list",
        "port: true | port: expected a number or a string",
        "port: 1e10 | port: number out of range",
        "span: 5 | span: expected a duration, found a number",
        "span: 5 min | span: durations must look like",
        "colour: Green | colour: Unsupported value: \"Green\": supported values: \"Red\", \"Blue\"",
        "list: {} | list: expected a list, found an object",
        "list: [{}, 3] | list[1]: expected an object, found a number",
        "map: [] | map: expected an object, found a list",
        "map: {k: 1} | map[k]: expected a string, found a number",
        "inner: {number: []} | inner.number: expected a number, found a list",
      })
  void saysWhatIsWrongAndWhere(String yaml, String problem) {
    RecordDecoder.Decoded<Everything> decoded = decode(yaml, RecordDecoder.lenient());
    assertThat(decoded.value()).isNull();
    assertThat(decoded.problems())
        .singleElement()
        .satisfies(only -> {
          assertThat(only.isError()).isTrue();
          assertThat(only.toString()).startsWith("line 1, column ").contains(": " + problem);
        });
  }

  @ParameterizedTest
  @CsvSource({"small", "big", "real", "amount", "port"})
  void refusesNumbersBeyondReason(String field) {
    for (String number : List.of("1e99999999999", "1e999999999", "-1E+99999999999")) {
      assertThat(decode("{\"" + field + "\": " + number + "}", RecordDecoder.lenient()).problems())
          .singleElement()
          .matches(Problem::isError);
    }
  }

  @Test
  void reportsAllProblemsAtOnce() {
    assertThat(
            decode("text: 1\nsmall: x\nmap: 3\nlist: [1, 2]\n", RecordDecoder.strict()).problems())
        .extracting(Problem::line)
        .containsExactly(1, 2, 4, 4, 3);
  }

  @Test
  void unknownFieldsAreWarningsOrErrors() {
    String yaml = "text: a\nlist:\n- name: x\n  nme: y\n";
    assertThat(decode(yaml, RecordDecoder.lenient()).value()).isNotNull();
    assertThat(decode(yaml, RecordDecoder.lenient()).problems())
        .containsExactly(
            new Problem(Problem.Severity.WARNING, 4, 3, "", "unknown field \"list[0].nme\""));
    assertThat(decode(yaml, RecordDecoder.strict()).value()).isNull();
    assertThat(decode(yaml, RecordDecoder.strict()).problems())
        .singleElement()
        .matches(Problem::isError);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s", "20s, 20s", "1m30s, 1m30s", "90s, 1m30s", "1h, 1h0m0s", "1.5h, 1h30m0s",
    "100ms, 100ms", "1.5s, 1.5s", "250us, 250µs", "7ns, 7ns", "-1m, -1m0s", "4h0m0s, 4h0m0s"
  })
  void durationsReadAndWriteAsGoDoes(String text, String written) {
    assertThat(GoDuration.format(GoDuration.parse(text))).isEqualTo(written);
  }
}

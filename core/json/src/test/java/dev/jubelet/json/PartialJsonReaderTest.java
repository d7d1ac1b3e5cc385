package dev.jubelet.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartialJsonReaderTest {
  private static final JsonShape SHAPE =
      new JsonShape.Fields(
          Map.of(
              "name",
              JsonShape.VALUE,
              "some",
              JsonShape.values("a", "b"),
              "labels",
              new JsonShape.Entries(2, JsonShape.VALUE),
              "list",
              new JsonShape.Items(3, JsonShape.values("x"))));
  private static final PartialJsonReader READER = new PartialJsonReader(SHAPE, 2000);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"name\":\"n\",\"other\":[1,{\"name\":2}]}            | {\"name\":\"n\"}",
        "{\"some\":{\"a\":1.50,\"c\":3,\"b\":null},\"some2\":0} | {\"some\":{\"a\":1.50,\"b\":null}}",
        "{\"labels\":{\"k\":\"v\",\"l\":true}}                  | {\"labels\":{\"k\":\"v\",\"l\":true}}",
        "{\"list\":[{\"x\":1,\"y\":2},{},3]}                    | {\"list\":[{\"x\":1},{},3]}",
        "{\"name\":[1,2],\"some\":[3],\"list\":{\"x\":1}}       | {\"name\":[],\"some\":[],\"list\":{}}",
        "{\"labels\":\"text\"}                                  | {\"labels\":\"text\"}",
        "[{\"name\":\"n\"}]                                     | []",
      })
  void keepsWhatIsAskedFor(String text, String kept) {
    assertThat(JsonWriter.compact(READER.read(text))).isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                                      | the document is empty",
        "{\"name\":1,\"name\":2}                 | duplicate key \"name\"",
        "{\"labels\":{\"a\":1,\"b\":2,\"c\":3}}  | \"labels\" has more than 2 entries",
        "{\"list\":[1,2,3,4]}                    | \"list\" has more than 3 items",
        "{\"other\":[1,}                         | Unexpected character",
        "{\"other\":{\"x\":\"                    | end-of-input",
        "{} {}                                   | unexpected text after the object",
      })
  void refusesTheRest(String text, String why) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> READER.read(text))
        .withMessageContaining(why);
  }

  @Test
  void boundsWhatItKeepsInAll() {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> READER.read("{\"name\":\"" + "x".repeat(1_000_000) + "\"}"))
        .withMessageContaining("more than 2000 characters");
    String half = "\"" + "x".repeat(1000) + "\"";
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> READER.read("{\"name\":" + half + ",\"some\":{\"a\":" + half + "}}"))
        .withMessageContaining("more than 2000 characters");
  }

  @Test
  void neverRepeatsWhatMayBeASecret() {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> READER.read("{\"name\": hunter2}"))
        .withMessageNotContaining("hunter2");
  }

  @Test
  void leavesTheStreamOpen() throws IOException {
    boolean[] closed = {false};
    InputStream in =
        new ByteArrayInputStream("{\"name\":1}".getBytes(StandardCharsets.UTF_8)) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    Node _ = READER.read(in);
    assertThat(closed[0]).isFalse();
  }

  /** A tree of it has two million nodes and more than 80 MB. */
  @Test
  void skipsMegabytesWithoutKeepingThem() throws IOException {
    byte[] zeros =
        ("{\"x\":[0" + ",0".repeat(2_000_000) + "],\"name\":\"n\"}")
            .getBytes(StandardCharsets.UTF_8);
    byte[] texts =
        ("{\"x\":\"" + "x".repeat(4_000_000) + "\",\"name\":\"n\"}")
            .getBytes(StandardCharsets.UTF_8);
    for (byte[] document : new byte[][] {zeros, texts}) {
      long before = allocated();
      assertThat(JsonWriter.compact(READER.read(new ByteArrayInputStream(document))))
          .isEqualTo("{\"name\":\"n\"}");
      assertThat(allocated() - before).isLessThan(2_000_000);
    }
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}

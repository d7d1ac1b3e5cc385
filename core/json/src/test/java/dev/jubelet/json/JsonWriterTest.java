package dev.jubelet.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  private static final String SPECIAL =
      "\"\\/\b\f\n\r\t\u0001\u007f\u0085\u00a0\u00e9<>&\u2028\u2029\ufeff\ud83d\ude00";

  private static final Node OBJECT =
      new JsonObject()
          .put("text", "a")
          .put("number", -1)
          .put("flag", true)
          .put("none", new Node.Null(TextPosition.START))
          .put("list", List.of(Json.number(1), JsonObject.EMPTY, Json.items(List.of())))
          .put("object", new JsonObject().put("x", "y"))
          .putUnlessEmpty("left", "")
          .putUnlessEmpty("out", List.of())
          .putUnlessEmpty("as", JsonObject.EMPTY)
          .putUnlessZero("empty", 0)
          .build();

  @Test
  void ownFormEscapesWhatATerminalWouldObey() {
    assertThat(JsonWriter.quoted(SPECIAL))
        .isEqualTo(
            "\"\\\"\\\\/\\u0008\\u000c\\n\\r\\t\\u0001\\u007f\\u0085\\u00a0\u00e9<>&"
                + "\\u2028\\u2029\\ufeff\ud83d\ude00\"");
  }

  /** As encoding/json of Go writes it. */
  @Test
  void goFormEscapesWhatAWebPageWouldObey() {
    assertThat(JsonWriter.go(Json.text(SPECIAL)))
        .isEqualTo(
            "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\u007f\u0085\u00a0\u00e9\\u003c\\u003e\\u0026"
                + "\\u2028\\u2029\ufeff\ud83d\ude00\"");
  }

  @Test
  void bothFormsReadBackTheSame() {
    assertThat(JsonReader.upTo(1000).read(JsonWriter.quoted(SPECIAL)))
        .isEqualTo(Json.text(SPECIAL));
    assertThat(JsonReader.upTo(1000).read(JsonWriter.go(Json.text(SPECIAL))))
        .isEqualTo(Json.text(SPECIAL));
  }

  @Test
  void oneLine() {
    String line =
        "{\"text\":\"a\",\"number\":-1,\"flag\":true,\"none\":null,\"list\":[1,{},[]],"
            + "\"object\":{\"x\":\"y\"}}";
    assertThat(JsonWriter.compact(OBJECT)).isEqualTo(line);
    assertThat(JsonWriter.go(OBJECT)).isEqualTo(line);
  }

  @Test
  void manyLines() {
    assertThat(JsonWriter.goIndented(OBJECT))
        .isEqualTo(
            """
            {
                "text": "a",
                "number": -1,
                "flag": true,
                "none": null,
                "list": [
                    1,
                    {},
                    []
                ],
                "object": {
                    "x": "y"
                }
            }\
            """);
  }
}

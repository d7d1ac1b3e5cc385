package dev.jubelet.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonStreamTest {
  private final List<String> seen = new ArrayList<>();

  private static JsonStream stream(String text) {
    return JsonStream.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void whatNobodyReadsIsPassedOver() {
    JsonStream json = stream("{\"a\":{\"b\":[1,{\"c\":2}]},\"d\":\"e\",\"f\":[{\"g\":1},2]}");
    json.fields(name -> seen.add(name));
    assertThat(seen).containsExactly("a", "d", "f");
  }

  @Test
  void whatWasLeftInTheMiddleIsPassedOver() {
    JsonStream json = stream("{\"a\":{\"b\":[1,[2,3],4],\"x\":0},\"d\":\"e\"}");
    json.fields(name -> {
      seen.add(name);
      try {
        json.fields(inner ->
            json.items(() -> {
              seen.add(json.scalar().kind());
              if (json.isList()) {
                json.items(() -> {
                  throw new IllegalStateException("enough");
                });
              }
            }));
      } catch (IllegalStateException enough) {
        seen.add("enough");
      }
    });
    assertThat(seen).containsExactly("a", "a number", "a list", "enough", "d");
  }

  @Test
  void itemsAndTextsAreReadOneByOne() {
    JsonStream json = stream("[\"€\",\"\",null,\"b\"]");
    json.items(() -> seen.add(json.isNull() ? "null" : json.text()));
    assertThat(seen).containsExactly("€", "", "null", "b");
  }

  @Test
  void treeHasALimitThatCountsValues() {
    assertThat(stream("{\"a\":[1,\"x\",{\"b\":null}]}").tree(4000, "", ""))
        .isEqualTo(Json.object("{\"a\":[1,\"x\",{\"b\":null}]}"));
    assertThatThrownBy(() -> stream("[" + "0,".repeat(100) + "0]").tree(4000, "", ""))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("more than 4000 bytes");
  }

  @Test
  void treeLeavesOneFieldOut() {
    Node tree =
        stream("{\"metadata\":{\"name\":\"a\",\"m\":[1]},\"m\":1}").tree(4000, "metadata", "m");
    assertThat(JsonWriter.compact(tree)).isEqualTo("{\"metadata\":{\"name\":\"a\"},\"m\":1}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"a\":", "{\"a\":[1,", "{\"a\" 1}", "{\"a\":secret}"})
  void whatIsNoJsonIsToldWithoutAWordOfIt(String text) {
    assertThatThrownBy(
            () -> {
              JsonStream json = stream(text);
              json.fields(name -> {});
            })
        .isInstanceOf(JsonException.class)
        .hasMessageNotContaining("secret");
  }

  @Test
  void streamThatBreaksIsNotTakenForBadJson() {
    InputStream broken = InputStream.nullInputStream();
    try {
      broken.close();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    assertThatThrownBy(() -> JsonStream.of(broken)).isInstanceOf(UncheckedIOException.class);
  }
}

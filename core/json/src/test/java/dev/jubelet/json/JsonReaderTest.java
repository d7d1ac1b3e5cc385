package dev.jubelet.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
  private static final JsonReader READER = JsonReader.upTo(1000);

  @Test
  void keepsOrderAndTheTextOfNumbers() {
    String text = "{\"b\":[1.50,-0,1e3,true,false,null],\"a\":{\"\":\"\\u00e9\\n\"}}";
    assertThat(JsonWriter.compact(READER.read(text)))
        .isEqualTo("{\"b\":[1.50,-0,1e3,true,false,null],\"a\":{\"\":\"\u00e9\\n\"}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                 | line 1, column 1 | empty",
        "{\"a\":1 \"b\":2}  | line 1           | Unexpected character",
        "{\"a\":1,\"a\":2}  | line 1           | duplicate key \"a\"",
        "{} {}              | line 1, column 4 | after the object",
        "[1,]               | line 1           | Unexpected character",
        "[01]               | line 1           | Leading zeroes",
        "\"a                | line 1           | end-of-input",
        "{'a':1}            | line 1           | Unexpected character",
        "NaN                | line 1           | Non-standard token",
      })
  void refusesWhatIsNotJson(String text, String place, String why) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> READER.read(text))
        .withMessageContaining(place)
        .withMessageContaining(why);
    assertThat(READER.find(text)).isEmpty();
  }

  @Test
  void neverQuotesWhatSomebodyForgotToQuote() {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> READER.read("{\"password\": hunter2}"))
        .withMessageContaining("expected a string in quotes")
        .withMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void refusesDepthThatNobodyNeeds(String opening) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonReader.upTo(2_000_000).read(opening.repeat(200_000)))
        .withMessageContaining("depth");
    assertThat(READER.find("{\"a\":[[[]]]}")).isPresent();
    assertThat(READER.notDeeperThan(3).find("{\"a\":[[[]]]}")).isEmpty();
  }

  @Test
  void refusesMoreThanItsLimitBeforeReadingIt() {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonReader.upTo(5).read("[1,2,3]"))
        .withMessageContaining("larger than 5");
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonReader.upTo(10_000).read("1".repeat(5000)));
  }

  @Test
  void anObjectIsNothingElse() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> READER.readObject("[]"))
        .withMessage("a list is not an object");
    assertThat(READER.find("[]")).isEmpty();
    assertThat(READER.find("{}")).hasValue(JsonObject.EMPTY);
  }

  @Test
  void remembersPlacesForPeopleOnly() {
    String text = "{\n \"a\": [\n  1]}";
    assertThat(READER.withPlaces().readObject(text).fields())
        .hasEntrySatisfying(
            "a", field -> assertThat(field.place()).isEqualTo(new TextPosition(2, 2)));
    assertThat(READER.readObject(text).fields())
        .hasEntrySatisfying("a", field -> assertThat(field.place()).isEqualTo(TextPosition.START));
  }

  @Test
  void tellsEveryDoubledKey() {
    List<String> mistakes = new ArrayList<>();
    Node read =
        READER
            .withPlaces()
            .read(
                "{\"a\":1,\n\"a\":2,\n\"a\":3}",
                (place, message) -> mistakes.add(place.line() + " " + message));
    assertThat(read).isNotNull();
    assertThat(mistakes).containsExactly("2 duplicate key \"a\"", "3 duplicate key \"a\"");
  }

  @Test
  void leavesOutOneFieldOfOneObject() {
    String list =
        """
        {"items":[{"metadata":{"name":"a","managedFields":[{"f":{"x":1}}],"uid":"u"},
          "data":{"managedFields":"mine"}}],"metadata":{"managedFields":7}}
        """;
    JsonReader reader = READER.without("metadata", "managedFields");
    assertThat(JsonWriter.compact(reader.read(list)))
        .isEqualTo(
            "{\"items\":[{\"metadata\":{\"name\":\"a\",\"uid\":\"u\"},"
                + "\"data\":{\"managedFields\":\"mine\"}}],\"metadata\":{}}");
    assertThat(JsonWriter.compact(READER.read(list))).contains("\"managedFields\":7");
  }

  @Test
  void whatPeopleWriteHasAsManyValuesAsPeopleWrite() {
    String text = "[" + "0,".repeat(400_000) + "0]";
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonReader.upTo(1 << 20).withPlaces().read(text))
        .withMessageContaining("Token count");
    assertThat(JsonReader.upTo(1 << 20).read(text)).isInstanceOf(Node.Items.class);
  }
}

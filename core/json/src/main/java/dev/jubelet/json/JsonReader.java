package dev.jubelet.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Reads one JSON document, strictly by RFC 8259, within limits of length and depth. */
public final class JsonReader {
  public static final int DEPTH_MAX = 100;
  public static final int NUMBER_LENGTH_MAX = 400;

  private static final JsonFactory FACTORY = factory(DEPTH_MAX);

  /** Nobody writes as many: each value takes far more memory than its text. */
  private static final int TOKENS_MAX = 300_000;

  private static final JsonFactory BY_PEOPLE =
      factory(constraints(DEPTH_MAX).maxTokenCount(TOKENS_MAX).build());

  /** Hears what is wrong with a text, in the order of discovery. */
  @FunctionalInterface
  public interface Mistakes {
    void found(TextPosition place, String message);
  }

  private final JsonFactory factory;
  private final int charactersMax;
  private final boolean places;
  private final String skippedIn;
  private final String skipped;

  private JsonReader(
      JsonFactory factory, int charactersMax, boolean places, String skippedIn, String skipped) {
    this.factory = factory;
    this.charactersMax = charactersMax;
    this.places = places;
    this.skippedIn = skippedIn;
    this.skipped = skipped;
  }

  /** For what a program wrote: nobody asks for the places of its values. */
  public static JsonReader upTo(int charactersMax) {
    return new JsonReader(FACTORY, charactersMax, false, "", "");
  }

  /** For what a person wrote: every value knows its place. */
  public JsonReader withPlaces() {
    return new JsonReader(BY_PEOPLE, charactersMax, true, skippedIn, skipped);
  }

  public JsonReader notDeeperThan(int depthMax) {
    return new JsonReader(factory(depthMax), charactersMax, places, skippedIn, skipped);
  }

  private static JsonFactory factory(int depthMax) {
    return factory(constraints(depthMax).build());
  }

  private static JsonFactory factory(StreamReadConstraints constraints) {
    return JsonFactory.builder().streamReadConstraints(constraints).build();
  }

  private static StreamReadConstraints.Builder constraints(int depthMax) {
    return StreamReadConstraints.builder()
        .maxNestingDepth(depthMax)
        .maxNumberLength(NUMBER_LENGTH_MAX);
  }

  /** Leaves out a field of the objects in fields of that name, before it costs memory. */
  public JsonReader without(String object, String field) {
    return new JsonReader(factory, charactersMax, places, object, field);
  }

  /**
   * @throws JsonException for the first mistake
   */
  public Node read(String text) {
    Node read =
        read(
            text,
            (place, message) -> {
              throw new JsonException(place, message);
            });
    if (read == null) {
      throw new IllegalStateException("the text could not be read, and no error was found in it");
    }
    return read;
  }

  /**
   * @throws JsonException for the first mistake
   * @throws IllegalArgumentException when it is something else than an object
   */
  public Node.Fields readObject(String text) {
    Node read = read(text);
    if (read instanceof Node.Fields object) {
      return object;
    }
    throw new IllegalArgumentException(read.kind() + " is not an object");
  }

  /** The object, or nothing for whoever does not tell one mistake from another. */
  public Optional<Node.Fields> find(String text) {
    boolean[] mistaken = {false};
    Node read = read(text, (_, _) -> mistaken[0] = true);
    return !mistaken[0] && read instanceof Node.Fields object
        ? Optional.of(object)
        : Optional.empty();
  }

  /** The value, also when some of its keys were said twice; null when it could not be read. */
  public @Nullable Node read(String text, Mistakes mistakes) {
    if (text.length() > charactersMax) {
      mistakes.found(TextPosition.START, "the document is larger than " + charactersMax + " bytes");
      return null;
    }
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() == null) {
        mistakes.found(TextPosition.START, "the document is empty");
        return null;
      }
      Node document = node(parser, "", mistakes);
      if (parser.nextToken() != null) {
        mistakes.found(place(parser), "unexpected text after the object");
        return null;
      }
      return document;
    } catch (JacksonException malformed) {
      JsonException mistake = mistake(malformed);
      mistakes.found(mistake.place(), mistake.problem());
      return null;
    }
  }

  static JsonException mistake(JacksonException malformed) {
    return new JsonException(place(malformed.getLocation()), shown(malformed.getOriginalMessage()));
  }

  /** What somebody forgot to quote may be a secret: its text is not for a log. */
  private static String shown(String problem) {
    return problem.startsWith("Unrecognized token")
        ? "Unrecognized token: expected a string in quotes, a number, true, false or null"
        : problem;
  }

  /**
   * @param name of the field that has it
   */
  private Node node(JsonParser parser, String name, Mistakes mistakes) {
    TextPosition place = here(parser);
    return switch (parser.currentToken()) {
      case START_OBJECT -> fields(parser, place, name, mistakes);
      case START_ARRAY -> {
        List<Node> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(node(parser, "", mistakes));
        }
        yield new Node.Items(items, place);
      }
      case VALUE_STRING -> new Node.Text(parser.getString(), place);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Node.Numeral(parser.getString(), place);
      case VALUE_TRUE -> new Node.Bool(true, place);
      case VALUE_FALSE -> new Node.Bool(false, place);
      case VALUE_NULL -> new Node.Null(place);
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("no value at " + place);
    };
  }

  private Node fields(JsonParser parser, TextPosition place, String owner, Mistakes mistakes) {
    boolean skips = !skipped.isEmpty() && owner.equals(skippedIn);
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      TextPosition at = here(parser);
      parser.nextToken();
      if (skips && name.equals(skipped)) {
        parser.skipChildren();
        continue;
      }
      if (fields.put(name, new Node.Field(at, node(parser, name, mistakes))) != null) {
        mistakes.found(places ? at : place(parser), "duplicate key \"" + name + "\"");
      }
    }
    return new Node.Fields(fields, place);
  }

  private TextPosition here(JsonParser parser) {
    return places ? place(parser) : TextPosition.START;
  }

  static TextPosition place(JsonParser parser) {
    return place(parser.currentTokenLocation());
  }

  private static TextPosition place(@Nullable TokenStreamLocation location) {
    return location == null
        ? TextPosition.START
        : new TextPosition(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }
}

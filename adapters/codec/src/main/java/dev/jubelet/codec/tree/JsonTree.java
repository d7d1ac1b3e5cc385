package dev.jubelet.codec.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** One JSON document, strictly by RFC 8259. */
final class JsonTree {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Trees.DEPTH_MAX)
                  .maxNumberLength(YamlScalar.NUMBER_LENGTH_MAX)
                  .build())
          .build();

  /** Who wrote which field, for the API server; about as long as all the rest of a pod. */
  private static final String BOOKKEEPING = "managedFields";

  private final Problems problems;
  private final int lengthMax;
  private final boolean places;
  private final boolean bookkeeping;

  /** What a person wrote: every value knows its place. */
  JsonTree(Problems problems) {
    this(problems, Trees.DOCUMENT_BYTES_MAX, true, true);
  }

  /**
   * @param places whether values are to know theirs, which nobody asks for in what a program wrote
   * @param bookkeeping whether an object's metadata keep what only the API server reads
   */
  JsonTree(Problems problems, int lengthMax, boolean places, boolean bookkeeping) {
    this.problems = problems;
    this.lengthMax = lengthMax;
    this.places = places;
    this.bookkeeping = bookkeeping;
  }

  void read(String text, List<Node> documents) {
    if (text.length() > lengthMax) {
      problems.error(Place.START, "the document is larger than " + lengthMax + " bytes");
      return;
    }
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() == null) {
        problems.error(Place.START, "the document is empty");
        return;
      }
      Node document = node(parser, "");
      if (parser.nextToken() != null) {
        problems.error(place(parser.currentTokenLocation()), "unexpected text after the object");
        return;
      }
      documents.add(document);
    } catch (JacksonException malformed) {
      problems.error(place(malformed.getLocation()), shown(malformed.getOriginalMessage()));
    }
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
  private Node node(JsonParser parser, String name) {
    Place place = here(parser);
    return switch (parser.currentToken()) {
      case START_OBJECT -> fields(parser, place, !bookkeeping && name.equals("metadata"));
      case START_ARRAY -> {
        List<Node> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(node(parser, ""));
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

  private Node fields(JsonParser parser, Place place, boolean curtailed) {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      Place at = here(parser);
      parser.nextToken();
      if (curtailed && name.equals(BOOKKEEPING)) {
        parser.skipChildren();
        continue;
      }
      if (fields.put(name, new Node.Field(at, node(parser, name))) != null) {
        problems.error(
            places ? at : place(parser.currentTokenLocation()), "duplicate key \"" + name + "\"");
      }
    }
    return new Node.Fields(fields, place);
  }

  private Place here(JsonParser parser) {
    return places ? place(parser.currentTokenLocation()) : Place.START;
  }

  private static Place place(@Nullable TokenStreamLocation location) {
    return location == null
        ? Place.START
        : new Place(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }
}

package dev.jubelet.json;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
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
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads those parts of a JSON document that somebody asked for. The rest is checked and skipped as
 * it comes, so that a document of many megabytes costs no more memory than what is kept of it.
 */
public final class PartialJsonReader {
  /** About what the smallest value or an empty name costs beside its text. */
  private static final int VALUE_COST = 64;

  private static final int NAME_SHOWN = 100;

  private final JsonShape shape;
  private final int keptMax;
  private final JsonFactory factory;

  /**
   * @param keptMax how many characters may be kept in all; each value and each name counts as 64
   *     more
   */
  public PartialJsonReader(JsonShape shape, int keptMax) {
    this.shape = shape;
    this.keptMax = keptMax;
    this.factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(JsonReader.DEPTH_MAX)
                    .maxNumberLength(JsonReader.NUMBER_LENGTH_MAX)
                    .maxStringLength(keptMax)
                    .build())
            // Whoever opened it closes it.
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            // It would remember each name that is skipped, too.
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();
  }

  /**
   * @throws JsonException for the first mistake, and when there is more to keep than may be
   */
  public Node read(InputStream in) throws IOException {
    return read(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  /**
   * @throws JsonException for the first mistake, and when there is more to keep than may be
   */
  public Node read(String text) {
    try {
      return read(new StringReader(text));
    } catch (IOException impossible) {
      throw new IllegalStateException("a text in memory cannot be read", impossible);
    }
  }

  private Node read(Reader in) throws IOException {
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), in)) {
      if (parser.nextToken() == null) {
        throw new JsonException(TextPosition.START, "the document is empty");
      }
      Node document = new Reading(parser).node(shape, "");
      if (parser.nextToken() != null) {
        throw new JsonException(JsonReader.place(parser), "unexpected text after the object");
      }
      return document;
    } catch (JacksonIOException unreadable) {
      throw unreadable.getCause();
    } catch (StreamConstraintsException large) {
      throw large.getOriginalMessage().startsWith("String value length")
          ? new JsonException(TextPosition.START, tooMuch())
          : JsonReader.mistake(large);
    } catch (JacksonException malformed) {
      throw JsonReader.mistake(malformed);
    }
  }

  private String tooMuch() {
    return "what is needed of the document has more than " + keptMax + " characters";
  }

  /** One document on its way. */
  private final class Reading {
    private final JsonParser parser;
    private int kept;

    Reading(JsonParser parser) {
      this.parser = parser;
    }

    Node node(JsonShape wanted, String name) {
      keep(0);
      return switch (parser.currentToken()) {
        case START_OBJECT -> object(wanted, name);
        case START_ARRAY -> list(wanted, name);
        case VALUE_STRING -> new Node.Text(kept(parser.getString()), TextPosition.START);
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
            new Node.Numeral(kept(parser.getString()), TextPosition.START);
        case VALUE_TRUE -> new Node.Bool(true, TextPosition.START);
        case VALUE_FALSE -> new Node.Bool(false, TextPosition.START);
        case VALUE_NULL -> new Node.Null(TextPosition.START);
        case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
            throw new IllegalStateException("no value at " + JsonReader.place(parser));
      };
    }

    private Node object(JsonShape wanted, String name) {
      return switch (wanted) {
        case JsonShape.Fields some -> fields(some.fields(), null, Integer.MAX_VALUE, name);
        case JsonShape.Entries all -> fields(Map.of(), all.each(), all.max(), name);
        case JsonShape.Items _, JsonShape.Value _ -> {
          parser.skipChildren();
          yield JsonObject.EMPTY;
        }
      };
    }

    private Node fields(
        Map<String, JsonShape> wanted, @Nullable JsonShape others, int max, String owner) {
      Map<String, Node.Field> fields = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        JsonShape shape = wanted.getOrDefault(name, others);
        if (shape == null) {
          parser.skipChildren();
          continue;
        }
        if (fields.size() == max) {
          throw wrong(quoted(owner) + " has more than " + max + " entries");
        }
        Node value = node(shape, kept(name));
        if (fields.put(name, new Node.Field(TextPosition.START, value)) != null) {
          throw wrong("duplicate key " + quoted(name));
        }
      }
      return new Node.Fields(fields, TextPosition.START);
    }

    private Node list(JsonShape wanted, String name) {
      List<Node> items = new ArrayList<>();
      if (!(wanted instanceof JsonShape.Items list)) {
        parser.skipChildren();
        return new Node.Items(items, TextPosition.START);
      }
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (items.size() == list.max()) {
          throw wrong(quoted(name) + " has more than " + list.max() + " items");
        }
        items.add(node(list.each(), name));
      }
      return new Node.Items(items, TextPosition.START);
    }

    private String kept(String text) {
      keep(text.length());
      return text;
    }

    private void keep(int characters) {
      kept += VALUE_COST + characters;
      if (kept > keptMax) {
        throw wrong(tooMuch());
      }
    }

    private JsonException wrong(String message) {
      return new JsonException(JsonReader.place(parser), message);
    }

    private static String quoted(String name) {
      String shown = name.length() > NAME_SHOWN ? name.substring(0, NAME_SHOWN) + "…" : name;
      return name.isEmpty() ? "the document" : "\"" + shown + "\"";
    }
  }
}

package dev.jubelet.json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * One JSON document, read while it arrives: what nobody asks for costs no memory, however long it
 * is. It stands at a value, first at that of the whole document. A text that is not JSON is a
 * {@link JsonException}, a stream that breaks an {@link UncheckedIOException}. Whoever opened the
 * stream closes it.
 */
public final class JsonStream implements AutoCloseable {
  /** More than an API server takes for a whole object. */
  private static final int TEXT_MAX = 16 << 20;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(JsonReader.DEPTH_MAX)
                  .maxNumberLength(JsonReader.NUMBER_LENGTH_MAX)
                  .maxStringLength(TEXT_MAX)
                  .build())
          .build();

  private final JsonParser parser;

  private JsonStream(JsonParser parser) {
    this.parser = parser;
  }

  public static JsonStream of(InputStream in) {
    return begun(() -> FACTORY.createParser(ObjectReadContext.empty(), in));
  }

  public static JsonStream of(String text) {
    return begun(() -> FACTORY.createParser(ObjectReadContext.empty(), text));
  }

  private static JsonStream begun(Supplier<JsonParser> parser) {
    JsonStream stream;
    try {
      stream = new JsonStream(parser.get());
    } catch (JacksonException failed) {
      throw told(failed);
    }
    if (stream.next() == null) {
      throw new JsonException(TextPosition.START, "the document is empty");
    }
    return stream;
  }

  public boolean isObject() {
    return parser.currentToken() == JsonToken.START_OBJECT;
  }

  public boolean isList() {
    return parser.currentToken() == JsonToken.START_ARRAY;
  }

  public boolean isNull() {
    return parser.currentToken() == JsonToken.VALUE_NULL;
  }

  /**
   * Goes through the fields of an object; there are none in anything else. Whatever of a field's
   * value is not read is passed over.
   */
  public void fields(Consumer<String> each) {
    if (!isObject()) {
      return;
    }
    int depth = depth();
    while (next() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      next();
      each.accept(name);
      leave(depth);
    }
  }

  /** Goes through the items of a list; there are none in anything else. */
  public void items(Runnable each) {
    if (!isList()) {
      return;
    }
    int depth = depth();
    while (next() != JsonToken.END_ARRAY) {
      each.run();
      leave(depth);
    }
  }

  /** The text that it stands at, or "" when that is something else. */
  public String text() {
    return parser.currentToken() == JsonToken.VALUE_STRING ? string() : "";
  }

  /** The value without what is in it: an object or a list is empty. */
  public Node scalar() {
    return switch (parser.currentToken()) {
      case START_OBJECT -> JsonObject.EMPTY;
      case START_ARRAY -> new Node.Items(List.of(), TextPosition.START);
      case VALUE_STRING -> new Node.Text(string(), TextPosition.START);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Node.Numeral(string(), TextPosition.START);
      case VALUE_TRUE -> new Node.Bool(true, TextPosition.START);
      case VALUE_FALSE -> new Node.Bool(false, TextPosition.START);
      case VALUE_NULL -> new Node.Null(TextPosition.START);
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("it stands at no value");
    };
  }

  /**
   * The whole value, for objects that are never large.
   *
   * @param bytesMax about how much memory it may take
   * @param owner the name of objects of which one field is left out
   * @param skipped that field
   */
  public Node tree(long bytesMax, String owner, String skipped) {
    return new TreeBuilding(bytesMax, owner, skipped).value("");
  }

  private final class TreeBuilding {
    /** About what a node and its place in a map or a list take. */
    private static final int NODE = 150;

    private final long bytesMax;
    private final String owner;
    private final String skipped;
    private long bytes;

    TreeBuilding(long bytesMax, String owner, String skipped) {
      this.bytesMax = bytesMax;
      this.owner = owner;
      this.skipped = skipped;
    }

    Node value(String name) {
      count(NODE);
      if (isObject()) {
        boolean skips = name.equals(owner);
        Map<String, Node.Field> fields = new LinkedHashMap<>();
        fields(each -> {
          if (!skips || !each.equals(skipped)) {
            count(2L * each.length());
            fields.put(each, new Node.Field(TextPosition.START, value(each)));
          }
        });
        return new Node.Fields(fields, TextPosition.START);
      }
      if (isList()) {
        List<Node> items = new ArrayList<>();
        items(() -> items.add(value("")));
        return new Node.Items(items, TextPosition.START);
      }
      Node scalar = scalar();
      if (scalar instanceof Node.Text text) {
        count(2L * text.value().length());
      }
      return scalar;
    }

    private void count(long more) {
      bytes += more;
      if (bytes > bytesMax) {
        throw new JsonException(here(), "the document takes more than " + bytesMax + " bytes");
      }
    }
  }

  @Override
  public void close() {
    parser.close();
  }

  private int depth() {
    return parser.streamReadContext().getNestingDepth();
  }

  private void leave(int depth) {
    while (depth() > depth) {
      next();
    }
  }

  private @Nullable JsonToken next() {
    try {
      JsonToken token = parser.nextToken();
      if (token == null && depth() > 0) {
        throw new JsonException(here(), "the document ends too soon");
      }
      return token;
    } catch (JacksonException failed) {
      throw told(failed);
    }
  }

  private String string() {
    try {
      return parser.getString();
    } catch (JacksonException failed) {
      throw told(failed);
    }
  }

  /** Without a word of the text: it may be a secret. */
  private static RuntimeException told(JacksonException failed) {
    if (failed.getCause() instanceof IOException broken) {
      return new UncheckedIOException(broken);
    }
    return new JsonException(place(failed.getLocation()), "this is not JSON, or too long or deep");
  }

  private TextPosition here() {
    return place(parser.currentLocation());
  }

  private static TextPosition place(@Nullable TokenStreamLocation location) {
    return location == null
        ? TextPosition.START
        : new TextPosition(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }
}

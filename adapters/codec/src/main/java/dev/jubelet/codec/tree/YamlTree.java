package dev.jubelet.codec.tree;

import dev.jubelet.json.JsonReader;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/** YAML documents, with anchors expanded and merge keys merged. */
final class YamlTree {
  // Aliases of aliases grow exponentially; no manifest has this many values.
  private static final long EXPANDED_MAX = 100_000;

  /** A value is an event or two. */
  private static final int EVENTS_MAX = 2 * (int) EXPANDED_MAX;

  // The library's time for one word grows with the square of its length.
  private static final int LINE_LENGTH_MAX = 256 * 1024;

  /** A converted node and how many values it has when its aliases are written out. */
  private record Expanded(Node node, long size) {}

  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient TextPosition place;

    Refused(TextPosition place, String message) {
      super(message, null, false, false);
      this.place = place;
    }
  }

  /** Some of the library's exceptions carry no place, so the last one seen is remembered. */
  private static final class PlacedParser extends ParserImpl {
    private @Nullable Mark last;
    private int events;

    PlacedParser(StreamReader reader, LoaderOptions options) {
      super(reader, options);
    }

    @Override
    public Event getEvent() {
      Event event = super.getEvent();
      if (event != null && event.getStartMark() != null) {
        last = event.getStartMark();
      }
      // Before the library has built all of them: each takes far more memory than its text.
      if (++events > EVENTS_MAX) {
        throw new Refused(place(last), "the text has more than " + EXPANDED_MAX + " values");
      }
      return event;
    }
  }

  private final Problems problems;
  private final IdentityHashMap<org.yaml.snakeyaml.nodes.Node, @Nullable Expanded> seen =
      new IdentityHashMap<>();

  YamlTree(Problems problems) {
    this.problems = problems;
  }

  void read(String text, List<Node> documents) {
    int tooLong = tooLongLine(text);
    if (tooLong > 0) {
      problems.error(
          new TextPosition(tooLong, 1),
          "the line is longer than " + LINE_LENGTH_MAX + " characters");
      return;
    }
    LoaderOptions options = new LoaderOptions();
    options.setNestingDepthLimit(JsonReader.DEPTH_MAX);
    options.setCodePointLimit(Trees.DOCUMENT_BYTES_MAX);
    options.setMaxAliasesForCollections(1000);
    PlacedParser parser = null;
    try {
      parser = new PlacedParser(new StreamReader(text), options);
      Composer composer = new Composer(parser, new YamlScalar(), options);
      while (composer.checkNode()) {
        seen.clear();
        documents.add(expand(composer.getNode()).node());
      }
    } catch (Refused refused) {
      problems.error(refused.place, message(refused));
    } catch (MarkedYAMLException malformed) {
      Mark mark = malformed.getProblemMark();
      Mark best = mark != null ? mark : malformed.getContextMark();
      String problem = malformed.getProblem();
      problems.error(place(best), problem != null ? shown(problem) : "not valid YAML");
    } catch (ReaderException unreadable) {
      problems.error(
          placeOfOffset(text, unreadable.getPosition()),
          "the character U+%04X is not allowed in YAML".formatted(unreadable.getCodePoint()));
    } catch (YAMLException refused) {
      problems.error(place(parser == null ? null : parser.last), message(refused));
    } catch (IllegalArgumentException | IndexOutOfBoundsException | NullPointerException defect) {
      // The library lets some malformed escapes through as these.
      problems.error(
          place(parser == null ? null : parser.last), "not valid YAML: " + message(defect));
    }
  }

  /** What somebody forgot to quote may be a secret: its text is not for a log. */
  private static String shown(String problem) {
    return problem.startsWith("found undefined alias")
        ? "an undefined alias; a text that begins with '*' needs quotes"
        : problem;
  }

  /** The number of the first line that is too long, or zero. */
  private static int tooLongLine(String text) {
    int line = 1;
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      if (end - start > LINE_LENGTH_MAX) {
        return line;
      }
      start = end + 1;
      line++;
    }
    return text.length() - start > LINE_LENGTH_MAX ? line : 0;
  }

  private static String message(RuntimeException failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  private Expanded expand(org.yaml.snakeyaml.nodes.Node node) {
    TextPosition place = place(node.getStartMark());
    if (seen.containsKey(node)) {
      Expanded known = seen.get(node);
      if (known == null) {
        throw new Refused(place, "an alias refers to a value that contains it");
      }
      return known;
    }
    seen.put(node, null);
    Expanded expanded =
        switch (node) {
          case MappingNode mapping -> fields(mapping, place);
          case SequenceNode sequence -> items(sequence, place);
          case ScalarNode scalar -> new Expanded(scalar(scalar, place), 1);
          default -> throw new Refused(place, "an alias has no anchor");
        };
    seen.put(node, expanded);
    return expanded;
  }

  private Expanded items(SequenceNode sequence, TextPosition place) {
    List<Node> items = new ArrayList<>();
    long size = 1;
    for (org.yaml.snakeyaml.nodes.Node item : sequence.getValue()) {
      Expanded expanded = expand(item);
      items.add(expanded.node());
      size = grown(size, expanded, place);
    }
    return new Expanded(new Node.Items(items, place), size);
  }

  private Expanded fields(MappingNode mapping, TextPosition place) {
    Map<String, Node.Field> own = new LinkedHashMap<>();
    Map<String, Node.Field> merged = new LinkedHashMap<>();
    long size = 1;
    for (NodeTuple tuple : mapping.getValue()) {
      TextPosition keyPlace = place(tuple.getKeyNode().getStartMark());
      Expanded value = expand(tuple.getValueNode());
      size = grown(size, value, place);
      if (tuple.getKeyNode().getTag().equals(Tag.MERGE)) {
        merge(value.node(), keyPlace, merged);
        continue;
      }
      String key = key(tuple.getKeyNode(), keyPlace);
      if (own.put(key, new Node.Field(keyPlace, value.node())) != null) {
        problems.error(keyPlace, "duplicate key \"" + key + "\"");
      }
    }
    merged.forEach(own::putIfAbsent);
    return new Expanded(new Node.Fields(own, place), size);
  }

  private static long grown(long size, Expanded part, TextPosition place) {
    long sum = size + part.size();
    if (sum > EXPANDED_MAX) {
      throw new Refused(place, "the document has more than " + EXPANDED_MAX + " values");
    }
    return sum;
  }

  /** YAML 1.1 merge: of several maps the first wins, and the map's own fields win over all. */
  private static void merge(Node source, TextPosition place, Map<String, Node.Field> merged) {
    switch (source) {
      case Node.Fields fields -> fields.fields().forEach(merged::putIfAbsent);
      case Node.Items list -> {
        for (Node item : list.items()) {
          if (!(item instanceof Node.Fields)) {
            throw new Refused(place, "a merge key needs an object or a list of objects");
          }
          merge(item, place, merged);
        }
      }
      case Node.Text _, Node.Numeral _, Node.Bool _, Node.Null _ ->
          throw new Refused(place, "a merge key needs an object or a list of objects");
    }
  }

  private static String key(org.yaml.snakeyaml.nodes.Node node, TextPosition place) {
    if (!(node instanceof ScalarNode scalar)) {
      throw new Refused(place, "a key must be a string");
    }
    return switch (scalar(scalar, place)) {
      case Node.Text text -> text.value();
      case Node.Numeral number -> number.text();
      case Node.Bool bool -> String.valueOf(bool.value());
      case Node.Null _, Node.Fields _, Node.Items _ ->
          throw new Refused(place, "a key must be a string");
    };
  }

  private static Node scalar(ScalarNode scalar, TextPosition place) {
    String value = scalar.getValue();
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.NULL)) {
      return new Node.Null(place);
    }
    if (tag.equals(Tag.BOOL)) {
      if (!YamlScalar.isTrue(value) && !YamlScalar.isFalse(value)) {
        throw new Refused(place, "\"" + value + "\" is not a boolean");
      }
      return new Node.Bool(YamlScalar.isTrue(value), place);
    }
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      try {
        return new Node.Numeral(YamlScalar.number(value), place);
      } catch (NumberFormatException notANumber) {
        throw new Refused(place, message(notANumber));
      }
    }
    if (tag.equals(Tag.BINARY)) {
      return binary(value, place);
    }
    return new Node.Text(value, place);
  }

  private static Node binary(String value, TextPosition place) {
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(value);
      return new Node.Text(new String(bytes, StandardCharsets.UTF_8), place);
    } catch (IllegalArgumentException notBase64) {
      throw new Refused(place, "!!binary needs base64: " + message(notBase64));
    }
  }

  private static TextPosition place(@Nullable Mark mark) {
    return mark == null
        ? TextPosition.START
        : new TextPosition(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static TextPosition placeOfOffset(String text, int offset) {
    int end = Math.clamp(offset, 0, text.length());
    int line = 1 + (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
    return new TextPosition(line, end - text.lastIndexOf('\n', Math.max(0, end - 1)));
  }
}

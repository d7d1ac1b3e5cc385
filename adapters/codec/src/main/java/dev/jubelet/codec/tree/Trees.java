package dev.jubelet.codec.tree;

import dev.jubelet.json.JsonReader;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads YAML and JSON text into trees. JSON is what begins with a brace, as in Kubernetes. */
public final class Trees {
  /** The most that one document may have. */
  public static final int DOCUMENT_BYTES_MAX = 3 * 1024 * 1024;

  /** The most that a text of several documents may have. */
  public static final int TEXT_BYTES_MAX = 10 * 1024 * 1024;

  private Trees() {}

  /** The documents before the first syntax error, and that error in {@code problems}. */
  public static List<Node> read(String text, Problems problems) {
    if (text.length() > TEXT_BYTES_MAX || utf8Length(text) > TEXT_BYTES_MAX) {
      problems.error(TextPosition.START, "the text is larger than " + TEXT_BYTES_MAX + " bytes");
      return List.of();
    }
    String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
    List<Node> documents = new ArrayList<>();
    if (body.stripLeading().startsWith("{")) {
      Node document = JsonReader.upTo(DOCUMENT_BYTES_MAX).withPlaces().read(body, problems::error);
      if (document != null) {
        documents.add(document);
      }
    } else {
      new YamlTree(problems).read(body, documents);
    }
    return documents;
  }

  private static int utf8Length(String text) {
    return text.length() * 3 <= TEXT_BYTES_MAX
        ? text.length()
        : text.getBytes(StandardCharsets.UTF_8).length;
  }
}

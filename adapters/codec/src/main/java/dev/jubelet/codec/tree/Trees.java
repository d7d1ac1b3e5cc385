package dev.jubelet.codec.tree;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads YAML and JSON text into trees. JSON is what begins with a brace, as in Kubernetes. */
public final class Trees {
  /** The most that one document may have. */
  public static final int DOCUMENT_BYTES_MAX = 3 * 1024 * 1024;

  /** The most that a text of several documents may have. */
  public static final int TEXT_BYTES_MAX = 10 * 1024 * 1024;

  static final int DEPTH_MAX = 100;

  private Trees() {}

  /** The documents before the first syntax error, and that error in {@code problems}. */
  public static List<Node> read(String text, Problems problems) {
    if (text.length() > TEXT_BYTES_MAX || utf8Length(text) > TEXT_BYTES_MAX) {
      problems.error(Place.START, "the text is larger than " + TEXT_BYTES_MAX + " bytes");
      return List.of();
    }
    String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
    List<Node> documents = new ArrayList<>();
    if (body.stripLeading().startsWith("{")) {
      new JsonTree(problems).read(body, documents);
    } else {
      new YamlTree(problems).read(body, documents);
    }
    return documents;
  }

  /**
   * One JSON document that a program wrote, such as a list of an API server, or null with the
   * reason in {@code problems}. It may be larger than what people write.
   *
   * @param charactersMax the most that it may have
   */
  public static @Nullable Node readAnswer(String text, int charactersMax, Problems problems) {
    return answer(new JsonTree(problems, charactersMax, false, true), text, problems);
  }

  /** The same for objects of an API server, without what is in their metadata for itself alone. */
  public static @Nullable Node readObjects(String text, int charactersMax, Problems problems) {
    return answer(new JsonTree(problems, charactersMax, false, false), text, problems);
  }

  private static @Nullable Node answer(JsonTree reader, String text, Problems problems) {
    List<Node> documents = new ArrayList<>();
    reader.read(text, documents);
    return documents.isEmpty() || problems.hasErrors() ? null : documents.getFirst();
  }

  private static int utf8Length(String text) {
    return text.length() * 3 <= TEXT_BYTES_MAX
        ? text.length()
        : text.getBytes(StandardCharsets.UTF_8).length;
  }
}

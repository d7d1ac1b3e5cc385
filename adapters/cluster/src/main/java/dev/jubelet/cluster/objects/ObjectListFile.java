package dev.jubelet.cluster.objects;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All objects of a kind on disk, for a life of ours that begins while the API server is away: a
 * line that says what follows, then an object on each line. Never of a kind that has secrets.
 */
final class ObjectListFile<T extends Record> {
  /** Many change together, and a moment ago is as good. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private static final String KEPT = "KeptObjects";

  private final String name;
  private final Class<T> type;
  private final ApiContext context;
  private boolean due;
  private boolean first = true;

  private String written = "";

  /**
   * @param name of the file
   */
  ObjectListFile(String name, Class<T> type, ApiContext context) {
    this.name = name;
    this.type = type;
    this.context = context;
  }

  /** What was kept last; nothing when there is nothing, or nothing that makes sense. */
  List<T> load() {
    return context
        .state()
        .read(name, this::objects, message -> context.warn(KEPT, message))
        .orElse(List.of());
  }

  private List<T> objects(String content) {
    List<String> lines = content.lines().toList();
    List<T> objects = new ArrayList<>();
    boolean good = !lines.isEmpty() && lines.getFirst().equals(head());
    for (int i = 1; i < lines.size() && good; i++) {
      T object = object(lines.get(i));
      good = object != null;
      if (object != null) {
        objects.add(object);
      }
    }
    if (!good) {
      throw new IllegalArgumentException(name + " is not valid");
    }
    return List.copyOf(objects);
  }

  private @Nullable T object(String line) {
    Node.Fields tree = JsonReader.upTo(Trees.DOCUMENT_BYTES_MAX).find(line).orElse(null);
    return tree == null ? null : RecordDecoder.lenient().decode(tree, type).value();
  }

  private String head() {
    return name + " v1";
  }

  /**
   * Keeps these: the first list of a life at once, since a node that dies soon needs it too, and
   * what changes later before long.
   *
   * @param objects is asked when it is time to write
   */
  synchronized void keep(Supplier<Collection<T>> objects) {
    if (due) {
      return;
    }
    due = true;
    Duration pause = first ? Duration.ZERO : PAUSE;
    first = false;
    var _ =
        context
            .time()
            .after(
                pause, () -> Thread.ofVirtual().name("keep " + name).start(() -> write(objects)));
  }

  private synchronized void write(Supplier<Collection<T>> objects) {
    due = false;
    StringBuilder text = new StringBuilder(head()).append('\n');
    objects.get().stream()
        .map(ObjectListFile::bare)
        .sorted()
        .forEach(line -> text.append(line + "\n"));
    String content = text.toString();
    if (content.equals(written)) {
      return;
    }
    try {
      context.state().save(name, content);
      written = content;
    } catch (OutsideFailure refused) {
      // The next change tries again.
      context.warn(KEPT, refused.text());
    }
  }

  /** Without what others have written about it. */
  private static <T extends Record> String bare(T object) {
    Node.Fields tree = RecordEncoder.tree(object);
    return JsonWriter.compact(
        new FieldsEdit(tree)
            .object(
                "metadata",
                metadata ->
                    new JsonObject()
                        .put("name", metadata.text("name"))
                        .put("namespace", metadata.text("namespace"))
                        .build())
            .build());
  }
}

package dev.jubelet.codec;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.Problem;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.json.JsonStream;
import dev.jubelet.json.TextPosition;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.meta.Ordered;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Binds a record to JSON that is still arriving, without a tree of it, and counts the memory that
 * the record takes. It binds as {@link RecordDecoder#lenient} does; fields that we do not know are
 * passed over in silence.
 */
public final class StreamDecoder {

  /**
   * What was read.
   *
   * @param value has the empty value wherever something was wrong or did not fit
   * @param lacking why something that did not fit is left out, or ""
   */
  public record Read<T extends Record>(T value, List<Problem> problems, String lacking) {
    /** Whether all of it is there. */
    public boolean whole() {
      return lacking.isEmpty() && problems.stream().noneMatch(Problem::isError);
    }
  }

  private final JsonStream json;
  private final MemoryMeter meter;
  private final FieldPath base;
  private final @Nullable Consumer<ObjectMeta> named;
  private final Problems problems = new Problems();
  private final Scalars scalars = new Scalars(problems);
  private String lacking = "";

  private StreamDecoder(
      JsonStream json, MemoryMeter meter, FieldPath base, @Nullable Consumer<ObjectMeta> named) {
    this.json = json;
    this.meter = meter;
    this.base = base;
    this.named = named;
  }

  /**
   * Reads the value that the stream stands at.
   *
   * @param base where in its document that is
   */
  public static <T extends Record> Read<T> read(
      JsonStream json, Class<T> type, FieldPath base, MemoryMeter meter) {
    return new StreamDecoder(json, meter, base, null).read(type);
  }

  /**
   * Reads the object that the stream stands at. Of its metadata it takes names, versions and times,
   * but no labels and annotations: those can be longer than the object.
   *
   * @param named is told whose object it is as soon as that is known
   */
  public static <T extends Record> Read<T> read(
      JsonStream json, Class<T> type, MemoryMeter meter, Consumer<ObjectMeta> named) {
    return new StreamDecoder(json, meter, FieldPath.ROOT, named).read(type);
  }

  private <T extends Record> Read<T> read(Class<T> type) {
    T value = type.cast(struct(type, base));
    return new Read<>(value, problems.list(), lacking);
  }

  private Object struct(Class<? extends Record> type, FieldPath path) {
    RecordPlan plan = RecordPlan.of(type);
    if (!json.isObject()) {
      mismatch("an object", path);
      return plan.absent();
    }
    List<RecordPlan.Part> parts = plan.parts();
    @Nullable Object[] values = new @Nullable Object[parts.size()];
    meter.count(RecordSize.struct(values.length));
    // Of an object that is too large its name is still wanted.
    boolean sheds = path == base || type == ObjectMeta.class;
    json.fields(name -> {
      int at = plan.indexOf(name);
      if (at >= 0 && !json.isNull() && isWanted(type, shape(parts, at))) {
        FieldPath child = path.child(name);
        values[at] = sheds ? unlessTooLarge(parts.get(at), child) : bind(shape(parts, at), child);
      }
    });
    for (int i = 0; i < values.length; i++) {
      RecordPlan.Part part = parts.get(i);
      if (RequiredFields.has(type, part.name()) && (values[i] == null || "".equals(values[i]))) {
        problems.error(TextPosition.START, path.child(part.name()), "Required value");
      }
      values[i] = values[i] == null ? RecordPlan.absent(part) : values[i];
    }
    try {
      return plan.make(values);
    } catch (IllegalArgumentException refused) {
      problems.error(TextPosition.START, path, String.valueOf(refused.getMessage()));
      return plan.absent();
    }
  }

  private boolean isWanted(Class<?> type, WireShape shape) {
    return named == null
        || type != ObjectMeta.class
        || !(shape instanceof WireShape.Sequence || shape instanceof WireShape.Dictionary);
  }

  private static WireShape shape(List<RecordPlan.Part> parts, int at) {
    return parts.get(at).shape();
  }

  private @Nullable Object unlessTooLarge(RecordPlan.Part part, FieldPath path) {
    long before = meter.counted();
    try {
      Object bound = bind(part.shape(), path);
      if (named != null && bound instanceof ObjectMeta metadata) {
        named.accept(metadata);
      }
      return bound;
    } catch (DoesNotFitException tooLarge) {
      meter.backTo(before);
      lacking = lacking.isEmpty() ? tooLarge.text() : lacking;
      return null;
    }
  }

  private @Nullable Object bind(WireShape shape, FieldPath path) {
    return switch (shape) {
      case WireShape.Struct struct -> struct(struct.type(), path);
      case WireShape.Sequence sequence -> sequence(sequence.item(), path);
      case WireShape.Dictionary dictionary -> dictionary(dictionary.value(), path);
      case WireShape scalar -> counted(scalars.bind(scalar, json.scalar(), path));
    };
  }

  private Object bindOrAbsent(WireShape shape, FieldPath path) {
    // Kubernetes reads a null item as the empty value of its type.
    Object bound = json.isNull() ? null : bind(shape, path);
    return bound == null ? RecordPlan.absent(shape) : bound;
  }

  private @Nullable Object sequence(WireShape item, FieldPath path) {
    if (!json.isList()) {
      return mismatch("a list", path);
    }
    List<Object> items = new ArrayList<>();
    meter.count(RecordSize.OBJECT);
    json.items(() -> {
      meter.count(RecordSize.REFERENCE);
      items.add(bindOrAbsent(item, path.index(items.size())));
    });
    return List.copyOf(items);
  }

  private @Nullable Object dictionary(WireShape value, FieldPath path) {
    if (!json.isObject()) {
      return mismatch("an object", path);
    }
    Map<String, Object> entries = new LinkedHashMap<>();
    meter.count(RecordSize.MAP_ENTRY);
    json.fields(name -> {
      meter.count(RecordSize.MAP_ENTRY + RecordSize.text(name));
      entries.put(name, bindOrAbsent(value, path.key(name)));
    });
    return Ordered.copyOf(entries);
  }

  private @Nullable Object counted(@Nullable Object value) {
    meter.count(value == null ? 0 : RecordSize.of(value));
    return value;
  }

  private @Nullable Object mismatch(String expected, FieldPath path) {
    problems.error(
        TextPosition.START, path, "expected " + expected + ", found " + json.scalar().kind());
    return null;
  }
}

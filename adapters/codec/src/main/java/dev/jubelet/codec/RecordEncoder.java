package dev.jubelet.codec;

import dev.jubelet.codec.tree.YamlWriter;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.json.Place;
import dev.jubelet.model.meta.GoDuration;
import dev.jubelet.model.meta.IntOrString;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.objects.Blob;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes records as Kubernetes does: what says nothing is left out, and what somebody said is
 * written even when it is zero. Fields are in the order of the record.
 */
public final class RecordEncoder {
  private final boolean exact;

  private RecordEncoder(boolean exact) {
    this.exact = exact;
  }

  public static String json(Record value) {
    return JsonWriter.compact(tree(value));
  }

  public static String json(String apiVersion, String kind, Record value) {
    return JsonWriter.compact(tree(apiVersion, kind, value));
  }

  public static String yaml(Record value) {
    return YamlWriter.write(tree(value));
  }

  public static String yaml(String apiVersion, String kind, Record value) {
    return YamlWriter.write(tree(apiVersion, kind, value));
  }

  /** A list object such as PodList. */
  public static String listJson(String apiVersion, String kind, List<? extends Record> values) {
    Map<String, Node.Field> fields = head(apiVersion, kind);
    put(fields, "metadata", new Node.Fields(Map.of(), Place.START));
    List<Node> items = new ArrayList<>(values.size());
    values.forEach(value -> items.add(tree(value)));
    put(fields, "items", new Node.Items(items, Place.START));
    return JsonWriter.compact(new Node.Fields(fields, Place.START));
  }

  public static Node.Fields tree(Record value) {
    return new RecordEncoder(false).struct(value);
  }

  /** Every value that is there, to the nanosecond; see {@link ExactJson}. */
  static Node.Fields exactTree(Record value) {
    return new RecordEncoder(true).struct(value);
  }

  public static Node.Fields tree(String apiVersion, String kind, Record value) {
    Map<String, Node.Field> fields = head(apiVersion, kind);
    fields.putAll(tree(value).fields());
    return new Node.Fields(fields, Place.START);
  }

  private static Map<String, Node.Field> head(String apiVersion, String kind) {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    put(fields, "apiVersion", new Node.Text(apiVersion, Place.START));
    put(fields, "kind", new Node.Text(kind, Place.START));
    return fields;
  }

  private static void put(Map<String, Node.Field> fields, String name, Node value) {
    fields.put(name, new Node.Field(Place.START, value));
  }

  private Node.Fields struct(Record owner) {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    for (RecordPlan.Part part : RecordPlan.of(owner.getClass()).parts()) {
      Object value = RecordPlan.value(part, owner);
      if (value != null
          && (exact || !saysNothing(part, value) || AlwaysWritten.has(owner, part.name()))) {
        put(fields, part.name(), node(value));
      }
    }
    return new Node.Fields(fields, Place.START);
  }

  private static boolean saysNothing(RecordPlan.Part part, @Nullable Object value) {
    return switch (value) {
      case null -> true;
      case List<?> list -> list.isEmpty();
      case Map<?, ?> map -> map.isEmpty();
      case String text -> !part.boxed() && text.isEmpty();
      case Number number -> !part.boxed() && number.doubleValue() == 0;
      case Boolean bool -> !part.boxed() && !bool;
      default -> false;
    };
  }

  private Node node(Object value) {
    return switch (value) {
      case String text -> text(text);
      case Boolean bool -> new Node.Bool(bool, Place.START);
      case Number number -> new Node.Numeral(number.toString(), Place.START);
      case Enum<?> constant -> text(exact ? constant.name() : Shape.wire(constant));
      case Instant instant when exact -> text(instant.toString());
      case Instant instant -> text(instant.truncatedTo(ChronoUnit.SECONDS).toString());
      case Duration duration -> text(GoDuration.format(duration));
      case Quantity quantity -> text(quantity.toString());
      case Blob blob -> text(Base64.getEncoder().encodeToString(blob.bytes()));
      case IntOrString.Number number ->
          new Node.Numeral(Integer.toString(number.value()), Place.START);
      case IntOrString.Text name -> text(name.value());
      case List<?> list -> {
        List<Node> items = new ArrayList<>(list.size());
        list.forEach(item -> items.add(node(item)));
        yield new Node.Items(items, Place.START);
      }
      case Map<?, ?> map -> {
        Map<String, Node.Field> fields = new LinkedHashMap<>();
        map.forEach((key, item) -> put(fields, String.valueOf(key), node(item)));
        yield new Node.Fields(fields, Place.START);
      }
      case Record inner -> struct(inner);
      default -> throw new IllegalArgumentException("no wire form for " + value.getClass());
    };
  }

  private static Node text(String value) {
    return new Node.Text(value, Place.START);
  }
}

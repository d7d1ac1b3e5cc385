package dev.jubelet.codec;

import dev.jubelet.codec.tree.YamlWriter;
import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import dev.jubelet.model.meta.GoDuration;
import dev.jubelet.model.meta.IntOrString;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.objects.Blob;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
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
    return JsonWriter.compact(
        head(apiVersion, kind)
            .put("metadata", JsonObject.EMPTY)
            .put("items", values.stream().map(RecordEncoder::tree).toList())
            .build());
  }

  public static Node.Fields tree(Record value) {
    return new RecordEncoder(false).struct(value);
  }

  /** Every value that is there, to the nanosecond; see {@link ExactJson}. */
  static Node.Fields exactTree(Record value) {
    return new RecordEncoder(true).struct(value);
  }

  public static Node.Fields tree(String apiVersion, String kind, Record value) {
    JsonObject object = head(apiVersion, kind);
    tree(value).fields().forEach((name, field) -> object.put(name, field.value()));
    return object.build();
  }

  private static JsonObject head(String apiVersion, String kind) {
    return new JsonObject().put("apiVersion", apiVersion).put("kind", kind);
  }

  private Node.Fields struct(Record owner) {
    JsonObject object = new JsonObject();
    for (RecordPlan.Part part : RecordPlan.of(owner.getClass()).parts()) {
      Object value = RecordPlan.value(part, owner);
      if (value != null
          && (exact || !saysNothing(part, value) || AlwaysWritten.has(owner, part.name()))) {
        object.put(part.name(), node(value));
      }
    }
    return object.build();
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
      case String text -> Json.text(text);
      case Boolean bool -> Json.bool(bool);
      case Number number -> new Node.Numeral(number.toString(), TextPosition.START);
      case Enum<?> constant -> Json.text(exact ? constant.name() : WireShape.wire(constant));
      case Instant instant when exact -> Json.text(instant.toString());
      case Instant instant -> Json.text(instant.truncatedTo(ChronoUnit.SECONDS).toString());
      case Duration duration -> Json.text(GoDuration.format(duration));
      case Quantity quantity -> Json.text(quantity.toString());
      case Blob blob -> Json.text(Base64.getEncoder().encodeToString(blob.bytes()));
      case IntOrString.Number number -> Json.number(number.value());
      case IntOrString.Text name -> Json.text(name.value());
      case List<?> list -> Json.items(list.stream().map(this::node).toList());
      case Map<?, ?> map -> {
        JsonObject object = new JsonObject();
        map.forEach((key, item) -> object.put(String.valueOf(key), node(item)));
        yield object.build();
      }
      case Record inner -> struct(inner);
      default -> throw new IllegalArgumentException("no wire form for " + value.getClass());
    };
  }
}

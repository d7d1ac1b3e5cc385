package dev.jubelet.runtime.state;

import dev.jubelet.json.JsonReader;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.json.Place;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records as JSON and back, without loss: times to the nanosecond, constants by their names. What
 * Kubernetes' wire form leaves out, and cuts off, is no matter here. A field that an older writer
 * did not know gets the empty value of its type.
 */
final class RecordJson {
  private static final int DOCUMENT_MAX = 32 << 20;

  private RecordJson() {}

  static String write(Record value) {
    return JsonWriter.compact(fields(value));
  }

  /**
   * @throws IllegalArgumentException saying what is wrong with it
   */
  static <T extends Record> T read(String text, Class<T> type) {
    return type.cast(record(JsonReader.upTo(DOCUMENT_MAX).read(text), type));
  }

  private static Node.Fields fields(Record owner) {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    for (Part part : plan(owner.getClass()).parts()) {
      Object value = part.of(owner);
      if (value != null) {
        fields.put(part.name(), new Node.Field(Place.START, node(value)));
      }
    }
    return new Node.Fields(fields, Place.START);
  }

  private static Node node(Object value) {
    return switch (value) {
      case String text -> new Node.Text(text, Place.START);
      case Boolean bool -> new Node.Bool(bool, Place.START);
      case Integer _, Long _ -> new Node.Numeral(value.toString(), Place.START);
      case Enum<?> constant -> new Node.Text(constant.name(), Place.START);
      case Instant moment -> new Node.Text(moment.toString(), Place.START);
      case List<?> list ->
          new Node.Items(list.stream().map(RecordJson::node).toList(), Place.START);
      case Map<?, ?> map -> {
        Map<String, Node.Field> fields = new LinkedHashMap<>();
        map.forEach((key, item) ->
            fields.put(String.valueOf(key), new Node.Field(Place.START, node(item))));
        yield new Node.Fields(fields, Place.START);
      }
      case Record inner -> fields(inner);
      default -> throw new IllegalArgumentException("no form for " + value.getClass());
    };
  }

  private static Object record(Node node, Class<?> type) {
    if (!(node instanceof Node.Fields fields)) {
      throw wrong(type, node);
    }
    Plan plan = plan(type);
    @Nullable Object[] values = new @Nullable Object[plan.parts().size()];
    for (int i = 0; i < values.length; i++) {
      Part part = plan.parts().get(i);
      Node value = fields.value(part.name());
      values[i] = value == null ? absent(part) : value(value, part.type());
    }
    return plan.make(values);
  }

  private static Object value(Node node, Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return generic.getRawType() == List.class
          ? items(node, arguments[0])
          : entries(node, arguments[1]);
    }
    if (!(type instanceof Class<?> plain)) {
      throw new IllegalArgumentException("no form for " + type);
    }
    return switch (node) {
      case Node.Text text when plain == String.class -> text.value();
      case Node.Text text when plain == Instant.class -> moment(text.value());
      case Node.Text text when plain.isEnum() -> constant(plain, text.value());
      case Node.Bool bool when plain == boolean.class || plain == Boolean.class -> bool.value();
      case Node.Numeral number when plain == int.class || plain == Integer.class ->
          Integer.parseInt(number.text());
      case Node.Numeral number when plain == long.class || plain == Long.class ->
          Long.parseLong(number.text());
      case Node.Fields _ when plain.isRecord() -> record(node, plain);
      default -> throw wrong(plain, node);
    };
  }

  private static Instant moment(String text) {
    try {
      return Instant.parse(text);
    } catch (java.time.DateTimeException noTime) {
      throw new IllegalArgumentException(text + " is no time", noTime);
    }
  }

  private static Object constant(Class<?> type, String name) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(name + " is no " + type.getSimpleName());
  }

  private static List<Object> items(Node node, Type item) {
    if (!(node instanceof Node.Items list)) {
      throw wrong(List.class, node);
    }
    List<Object> items = new ArrayList<>(list.items().size());
    list.items().forEach(each -> items.add(value(each, item)));
    return items;
  }

  private static Map<String, Object> entries(Node node, Type value) {
    if (!(node instanceof Node.Fields object)) {
      throw wrong(Map.class, node);
    }
    Map<String, Object> entries = new LinkedHashMap<>();
    object.fields().forEach((name, field) -> entries.put(name, value(field.value(), value)));
    return entries;
  }

  private static @Nullable Object absent(Part part) {
    if (part.nullable()) {
      return null;
    }
    if (part.type() instanceof ParameterizedType generic) {
      return generic.getRawType() == List.class ? List.of() : Map.of();
    }
    if (part.type() == String.class) {
      return "";
    }
    if (part.type() == boolean.class) {
      return false;
    }
    if (part.type() == int.class) {
      return 0;
    }
    if (part.type() == long.class) {
      return 0L;
    }
    throw new IllegalArgumentException(part.name() + " is missing");
  }

  private static IllegalArgumentException wrong(Class<?> wanted, Node found) {
    return new IllegalArgumentException(found.kind() + " is no " + wanted.getSimpleName());
  }

  private record Part(String name, Type type, boolean nullable, Method accessor) {
    @Nullable Object of(Object owner) {
      try {
        return accessor.invoke(owner);
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  private record Plan(Constructor<?> constructor, List<Part> parts) {
    Object make(@Nullable Object[] values) {
      try {
        return constructor.newInstance(values);
      } catch (InvocationTargetException refused) {
        throw new IllegalArgumentException(String.valueOf(refused.getCause()), refused);
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  private static final ClassValue<Plan> PLANS =
      new ClassValue<>() {
        @Override
        protected Plan computeValue(Class<?> type) {
          return planned(type);
        }
      };

  private static Plan plan(Class<?> type) {
    return PLANS.get(type);
  }

  private static Plan planned(Class<?> type) {
    List<Part> parts = new ArrayList<>();
    List<Class<?>> types = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
      parts.add(new Part(component.getName(), component.getGenericType(), nullable, accessor));
      types.add(component.getType());
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types.toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return new Plan(constructor, parts);
    } catch (NoSuchMethodException impossible) {
      throw new IllegalStateException(type + " has no canonical constructor", impossible);
    }
  }
}

package dev.jubelet.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes JSON values, and asks objects for fields of a certain kind. */
public final class Json {
  private static final int DOCUMENT_MAX = 1024 * 1024;

  private Json() {}

  /**
   * One object of moderate size.
   *
   * @throws IllegalArgumentException with the place of the first mistake, and none of the text
   */
  public static Node.Fields object(String text) {
    return JsonReader.upTo(DOCUMENT_MAX).readObject(text);
  }

  public static Node text(String value) {
    return new Node.Text(value, TextPosition.START);
  }

  public static Node number(long value) {
    return new Node.Numeral(Long.toString(value), TextPosition.START);
  }

  public static Node bool(boolean value) {
    return new Node.Bool(value, TextPosition.START);
  }

  public static Node items(List<? extends Node> items) {
    return new Node.Items(List.copyOf(items), TextPosition.START);
  }

  public static Node texts(List<String> values) {
    return items(values.stream().map(Json::text).toList());
  }

  /** The same with every object's fields in the order of their names, as Go writes maps. */
  public static Node sorted(Node node) {
    return switch (node) {
      case Node.Fields object -> {
        Map<String, Node.Field> fields = new TreeMap<>();
        object
            .fields()
            .forEach((name, field) ->
                fields.put(name, new Node.Field(field.place(), sorted(field.value()))));
        yield new Node.Fields(fields, object.place());
      }
      case Node.Items list ->
          new Node.Items(list.items().stream().map(Json::sorted).toList(), list.place());
      case Node.Text _, Node.Numeral _, Node.Bool _, Node.Null _ -> node;
    };
  }

  /** A text field, or "" when it is absent. */
  public static String textOf(Node.Fields object, String name) {
    return switch (object.value(name)) {
      case null -> "";
      case Node.Text text -> text.value();
      case Node other -> throw wrong(name, "a string", other);
    };
  }

  public static boolean boolOf(Node.Fields object, String name, boolean absent) {
    return switch (object.value(name)) {
      case null -> absent;
      case Node.Bool bool -> bool.value();
      case Node other -> throw wrong(name, "a boolean", other);
    };
  }

  public static long numberOf(Node.Fields object, String name, long absent) {
    return switch (object.value(name)) {
      case null -> absent;
      case Node.Numeral number -> whole(name, number);
      case Node other -> throw wrong(name, "a number", other);
    };
  }

  public static int intOf(Node.Fields object, String name, int absent) {
    long value = numberOf(object, name, absent);
    if ((int) value != value) {
      throw new IllegalArgumentException(name + ": " + value + " is out of range");
    }
    return (int) value;
  }

  private static long whole(String name, Node.Numeral number) {
    try {
      return new BigDecimal(number.text()).longValueExact();
    } catch (ArithmeticException fraction) {
      throw new IllegalArgumentException(name + ": " + number.text() + " is not a whole number");
    }
  }

  /** The objects of a list; none when it is absent. */
  public static List<Node.Fields> objectsOf(Node.Fields object, String name) {
    List<Node.Fields> objects = new ArrayList<>();
    for (Node item : listOf(object, name)) {
      if (!(item instanceof Node.Fields fields)) {
        throw wrong(name, "a list of objects", item);
      }
      objects.add(fields);
    }
    return objects;
  }

  public static List<String> textsOf(Node.Fields object, String name) {
    List<String> texts = new ArrayList<>();
    for (Node item : listOf(object, name)) {
      if (!(item instanceof Node.Text text)) {
        throw wrong(name, "a list of strings", item);
      }
      texts.add(text.value());
    }
    return texts;
  }

  public static List<Node> listOf(Node.Fields object, String name) {
    return switch (object.value(name)) {
      case null -> List.of();
      case Node.Items list -> list.items();
      case Node other -> throw wrong(name, "a list", other);
    };
  }

  /** An object field, or null when it is absent. */
  public static Node.@Nullable Fields objectOf(Node.Fields object, String name) {
    return switch (object.value(name)) {
      case null -> null;
      case Node.Fields fields -> fields;
      case Node other -> throw wrong(name, "an object", other);
    };
  }

  private static IllegalArgumentException wrong(String name, String wanted, Node found) {
    return new IllegalArgumentException(name + " must be " + wanted + ", not " + found.kind());
  }
}

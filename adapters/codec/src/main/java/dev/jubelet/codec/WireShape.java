package dev.jubelet.codec;

import dev.jubelet.model.meta.IntOrString;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.meta.WireName;
import dev.jubelet.model.objects.Blob;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What a record component looks like on the wire. */
sealed interface WireShape {
  record Text() implements WireShape {}

  record Whole(boolean isLong) implements WireShape {}

  record Real() implements WireShape {}

  record Bool() implements WireShape {}

  record Moment() implements WireShape {}

  record Span() implements WireShape {}

  record Amount() implements WireShape {}

  record NumberOrText() implements WireShape {}

  /** Bytes, as base64. */
  record Bytes() implements WireShape {}

  /** A closed set of words, in their order. */
  record Word(List<Enum<?>> words) implements WireShape {}

  record Sequence(WireShape item) implements WireShape {}

  record Dictionary(WireShape value) implements WireShape {}

  record Struct(Class<? extends Record> type) implements WireShape {}

  static WireShape of(Type type) {
    return switch (type) {
      case Class<?> plain -> ofClass(plain);
      case ParameterizedType generic when generic.getRawType() == List.class ->
          new Sequence(of(generic.getActualTypeArguments()[0]));
      case ParameterizedType generic when generic.getRawType() == Map.class ->
          new Dictionary(of(generic.getActualTypeArguments()[1]));
      default -> throw new IllegalArgumentException("no wire form for " + type);
    };
  }

  private static WireShape ofClass(Class<?> type) {
    if (type == String.class) {
      return new Text();
    }
    if (type == boolean.class || type == Boolean.class) {
      return new Bool();
    }
    if (type == int.class || type == Integer.class) {
      return new Whole(false);
    }
    if (type == long.class || type == Long.class) {
      return new Whole(true);
    }
    if (type == double.class || type == Double.class) {
      return new Real();
    }
    if (type == Instant.class) {
      return new Moment();
    }
    if (type == Duration.class) {
      return new Span();
    }
    if (type == Quantity.class) {
      return new Amount();
    }
    if (type == IntOrString.class) {
      return new NumberOrText();
    }
    if (type == Blob.class) {
      return new Bytes();
    }
    if (type.isEnum()) {
      return new Word(List.of((Enum<?>[]) type.getEnumConstants()));
    }
    if (type.isRecord()) {
      return new Struct(type.asSubclass(Record.class));
    }
    throw new IllegalArgumentException("no wire form for " + type);
  }

  /** How a constant is called on the wire. */
  static String wire(Enum<?> constant) {
    return constant instanceof WireName word ? word.wire() : constant.name();
  }
}

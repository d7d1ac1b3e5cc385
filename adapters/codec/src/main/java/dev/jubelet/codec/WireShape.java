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

  Map<Class<?>, WireShape> CLASSES =
      Map.ofEntries(
          Map.entry(String.class, new Text()),
          Map.entry(boolean.class, new Bool()),
          Map.entry(Boolean.class, new Bool()),
          Map.entry(int.class, new Whole(false)),
          Map.entry(Integer.class, new Whole(false)),
          Map.entry(long.class, new Whole(true)),
          Map.entry(Long.class, new Whole(true)),
          Map.entry(double.class, new Real()),
          Map.entry(Double.class, new Real()),
          Map.entry(Instant.class, new Moment()),
          Map.entry(Duration.class, new Span()),
          Map.entry(Quantity.class, new Amount()),
          Map.entry(IntOrString.class, new NumberOrText()),
          Map.entry(Blob.class, new Bytes()));

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
    WireShape known = CLASSES.get(type);
    if (known != null) {
      return known;
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

package dev.jubelet.decide.environment;

import java.util.function.Function;

/** A value that was found, or the sentence that says why it cannot be had. */
public sealed interface Resolved<T> {
  record Value<T>(T value) implements Resolved<T> {}

  record Refused<T>(String why) implements Resolved<T> {}

  static <T> Resolved<T> value(T value) {
    return new Value<>(value);
  }

  static <T> Resolved<T> refused(String why) {
    return new Refused<>(why);
  }

  /** Goes on with the value; the first refusal ends the chain. */
  default <R> Resolved<R> then(Function<? super T, Resolved<R>> next) {
    return switch (this) {
      case Value<T>(T value) -> next.apply(value);
      case Refused<T>(String why) -> new Refused<>(why);
    };
  }

  default <R> Resolved<R> map(Function<? super T, ? extends R> next) {
    return then(value -> new Value<>(next.apply(value)));
  }
}

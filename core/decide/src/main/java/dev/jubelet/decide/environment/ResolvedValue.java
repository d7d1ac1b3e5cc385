package dev.jubelet.decide.environment;

import java.util.function.Function;

/** A value that was found, or the sentence that says why it cannot be had. */
public sealed interface ResolvedValue<T> {
  record Value<T>(T value) implements ResolvedValue<T> {}

  record Refused<T>(String why) implements ResolvedValue<T> {}

  static <T> ResolvedValue<T> value(T value) {
    return new Value<>(value);
  }

  static <T> ResolvedValue<T> refused(String why) {
    return new Refused<>(why);
  }

  /** Goes on with the value; the first refusal ends the chain. */
  default <R> ResolvedValue<R> then(Function<? super T, ResolvedValue<R>> next) {
    return switch (this) {
      case Value<T>(T value) -> next.apply(value);
      case Refused<T>(String why) -> new Refused<>(why);
    };
  }

  default <R> ResolvedValue<R> map(Function<? super T, ? extends R> next) {
    return then(value -> new Value<>(next.apply(value)));
  }
}

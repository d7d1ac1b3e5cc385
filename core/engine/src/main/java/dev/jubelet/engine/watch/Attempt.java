package dev.jubelet.engine.watch;

import dev.jubelet.ports.OutsideFailure;
import java.util.function.Supplier;

/** A question to the outside world: its answer, or why there is none. */
sealed interface Attempt<T> {
  record Ok<T>(T value) implements Attempt<T> {}

  record Failed<T>(String why) implements Attempt<T> {}

  static <T> Attempt<T> of(Supplier<T> question) {
    try {
      return new Ok<>(question.get());
    } catch (OutsideFailure failure) {
      return new Failed<>(failure.text());
    }
  }
}

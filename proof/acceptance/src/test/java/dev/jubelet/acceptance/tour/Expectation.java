package dev.jubelet.acceptance.tour;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What a check hopes to find, and how that is said. */
record Expectation(String words, Predicate<String> met) {
  static Expectation is(String text) {
    return new Expectation("\"" + text + "\"", text::equals);
  }

  /** The whole text matches. */
  static Expectation like(String pattern) {
    Pattern compiled = Pattern.compile(pattern, Pattern.DOTALL);
    return new Expectation("like " + pattern, text -> compiled.matcher(text).matches());
  }

  static Expectation containing(String part) {
    return new Expectation("containing \"" + part + "\"", text -> text.contains(part));
  }

  static Expectation without(String part) {
    return new Expectation(
        "something without \"" + part + "\"", text -> !text.isEmpty() && !text.contains(part));
  }

  static Expectation absent() {
    return new Expectation("nothing", String::isEmpty);
  }
}

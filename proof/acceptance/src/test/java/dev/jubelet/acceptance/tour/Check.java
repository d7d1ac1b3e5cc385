package dev.jubelet.acceptance.tour;

import dev.jubelet.acceptance.RealNode;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One thing to look at.
 *
 * @param example the file
 * @param what where one looks, such as {@code main: /proc/PID/status Uid}
 * @param where on which nodes it holds
 */
record Check(
    String example,
    String what,
    Function<NodeView, String> look,
    Expectation expectation,
    Predicate<RealNode> where) {

  /** How it stands now; a look that fails finds why it failed. */
  Finding now(NodeView view) {
    String found;
    try {
      found = look.apply(view);
    } catch (RuntimeException notThere) {
      found = "(" + notThere.getMessage() + ")";
    }
    return new Finding(this, found);
  }

  /** What was found. */
  record Finding(Check check, String found) {
    private static final int SHOWN_MAX = 1500;

    boolean good() {
      return check.expectation.met().test(found);
    }

    @Override
    public String toString() {
      return "%s → %s%n    expected %s%n    found    \"%s\""
          .formatted(check.example, check.what, check.expectation.words(), end());
    }

    private String end() {
      return found.length() <= SHOWN_MAX
          ? found
          : "…" + found.substring(found.length() - SHOWN_MAX);
    }
  }
}

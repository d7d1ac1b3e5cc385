package dev.jubelet.decide.environment;

import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Replaces {@code $(NAME)} in commands, arguments and values. {@code $$} stands for one dollar sign
 * and so protects what follows; a reference to an unknown name, or one that is not closed, stays as
 * it is written.
 */
public final class VariableExpansion {
  private VariableExpansion() {}

  public static String expand(String text, Map<String, String> variables) {
    return expand(text, name -> variables.getOrDefault(name, "$(" + name + ")"));
  }

  /**
   * @param variables says what stands in the place of a reference
   */
  public static String expand(String text, UnaryOperator<String> variables) {
    StringBuilder expanded = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      int dollar = text.indexOf('$', at);
      if (dollar < 0 || dollar + 1 == text.length()) {
        return expanded.append(text, at, text.length()).toString();
      }
      expanded.append(text, at, dollar);
      at = afterDollar(text, dollar + 1, variables, expanded);
    }
    return expanded.toString();
  }

  /** Handles what follows a dollar sign and says where to go on reading. */
  private static int afterDollar(
      String text, int next, UnaryOperator<String> variables, StringBuilder expanded) {
    char follower = text.charAt(next);
    if (follower == '$') {
      expanded.append('$');
      return next + 1;
    }
    int close = follower == '(' ? text.indexOf(')', next) : -1;
    if (close < 0) {
      expanded.append('$').append(follower);
      return next + 1;
    }
    expanded.append(variables.apply(text.substring(next + 1, close)));
    return close + 1;
  }
}

package dev.jubelet.decide.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VariableExpansionTest {
  private static final Map<String, String> VARIABLES =
      Map.of("VAR_A", "A", "VAR_B", "B", "VAR_REF", "$(VAR_A)", "VAR_EMPTY", "", "\u65e5", "sun");

  @ParameterizedTest
  @MethodSource("texts")
  void expandsAsTheGoKubeletDoes(String text, String expanded) {
    assertThat(VariableExpansion.expand(text, VARIABLES)).isEqualTo(expanded);
  }

  /** Computed by the Go kubelet 1.36.4. */
  static List<Arguments> texts() {
    return List.of(
        arguments("$(VAR_A)", "A"),
        arguments("___$(VAR_B)___", "___B___"),
        arguments("___$(VAR_B)", "___B"),
        arguments("$(VAR_A)-$(VAR_B)", "A-B"),
        arguments("$(VAR_REF)", "$(VAR_A)"),
        arguments("foo$$(VAR_A)", "foo$(VAR_A)"),
        arguments("$$$(VAR_A)", "$A"),
        arguments("$$$$(VAR_A)", "$$(VAR_A)"),
        arguments("$$$$$(VAR_A)", "$$A"),
        arguments("$(VAR_A", "$(VAR_A"),
        arguments("$(VAR_A$(VAR_B)", "$(VAR_A$(VAR_B)"),
        arguments("$VAR_A", "$VAR_A"),
        arguments("$", "$"),
        arguments("$$", "$"),
        arguments("$$$", "$$"),
        arguments("a$", "a$"),
        arguments("$(", "$("),
        arguments("$()", "$()"),
        arguments("$(MISSING)", "$(MISSING)"),
        arguments("$(VAR_EMPTY)x", "x"),
        arguments("\n$(VAR_A)\n", "\nA\n"),
        arguments("$\u00e9(VAR_A)", "$\u00e9(VAR_A)"),
        arguments("\u00e9$(VAR_A)\u00e9", "\u00e9A\u00e9"),
        arguments("$(\u65e5)", "sun"),
        arguments("$)VAR_A(", "$)VAR_A("),
        arguments("$($(VAR_A))", "$($(VAR_A))"),
        arguments("%$(VAR_A", "%$(VAR_A"),
        arguments("$(VAR_A)$", "A$"),
        arguments("f000-$((VAR_A))", "f000-$((VAR_A))"),
        arguments("${VAR_A}", "${VAR_A}"),
        arguments("$\ud83d\ude00$(VAR_B)", "$\ud83d\ude00B"),
        arguments("\\$(VAR_A)", "\\A"),
        arguments("foo\\$(VAR_A)bar", "foo\\Abar"),
        arguments("$$(VAR_A", "$(VAR_A"),
        arguments("$ $(VAR_A)", "$ A"));
  }
}

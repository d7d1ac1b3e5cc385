package dev.jubelet.decide.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class QuotedMapTest {
  @ParameterizedTest
  @MethodSource("values")
  void quotesAsGoDoes(String value, String line) {
    assertThat(QuotedMap.of(Map.of("k", value))).isEqualTo(line);
  }

  @Test
  void ordersByKey() {
    assertThat(QuotedMap.of(Map.of("b", "2", "a/x", "1", "Z", "0")))
        .isEqualTo("Z=\"0\"\na/x=\"1\"\nb=\"2\"");
  }

  /** Computed by the Go kubelet 1.36.4. */
  static List<Arguments> values() {
    return List.of(
        arguments("plain", "k=\"plain\""),
        arguments("", "k=\"\""),
        arguments("quote\" back\\ slash/", "k=\"quote\\\" back\\\\ slash/\""),
        arguments(
            "tab\t nl\n cr\r bs\b ff\f vt\u000b bell\u0007",
            "k=\"tab\\t nl\\n cr\\r bs\\b ff\\f vt\\v bell\\a\""),
        arguments("nul\0 esc\u001b del\u007f", "k=\"nul\\x00 esc\\x1b del\\x7f\""),
        arguments("\u00e9 \u65e5\u672c \ud83d\ude00", "k=\"\u00e9 \u65e5\u672c \ud83d\ude00\""),
        arguments(
            "nbsp\u00a0 zwsp\u200b ls\u2028 bom\ufeff",
            "k=\"nbsp\\u00a0 zwsp\\u200b ls\\u2028 bom\\ufeff\""),
        arguments(
            "soft\u00ad priv\ue000 \udb40\udc01", "k=\"soft\\u00ad priv\\ue000 \\U000e0001\""),
        arguments("repl\ufffd", "k=\"repl\ufffd\""));
  }
}

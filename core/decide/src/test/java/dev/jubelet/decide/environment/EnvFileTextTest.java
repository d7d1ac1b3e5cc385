package dev.jubelet.decide.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EnvFileTextTest {
  record Row(String sentence, String text, String found) {
    @Override
    public String toString() {
      return sentence;
    }
  }

  static Stream<Row> rows() {
    String bad = "invalid environment variable format at line ";
    return Stream.of(
        new Row("a plain value", "K='v'", "v"),
        new Row("the first of two", "K='1'\nK='2'\n", "1"),
        new Row("nothing of that name", "A='1'\n", "none"),
        new Row("an empty file", "", "none"),
        new Row("comments, blank lines and indents", "# c\n\n \t # d\n \tK='v'\n", "v"),
        new Row("a comment behind the value", "K='v' # why\n", "v"),
        new Row("nothing within quotes means anything", "K='a\"b\\n$X # c'", "a\"b\\n$X # c"),
        new Row("several lines", "K='a\n  b\n\n'\n", "a\n  b\n\n"),
        new Row("several lines of another", "A='x\nK=y'\nK='v'", "v"),
        new Row("an empty value", "K=''", ""),
        new Row("a value that stands apart is none", "K= 'v'", ""),
        new Row("errors behind the name do not matter", "K='v'\nrubbish\n", "v"),
        new Row("no equals sign", "A='1'\nrubbish\n", bad + "2: missing '='"),
        new Row("no name", "='v'", bad + "1: empty variable name"),
        new Row("a space before the equals sign", "K ='v'", bad + "1: whitespace before"),
        new Row("no quotes", "K=v", bad + "1: value must be enclosed in single quotes"),
        new Row("no end of the quotes", "\nK='v\nw", bad + "2: unclosed single quote"),
        new Row("more behind the quotes", "K='v'w", bad + "1: unexpected content"),
        new Row("an error before the name", "A=1\nK='v'", bad + "1: value must be"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void readsTheGrammarOfKubernetes(Row row) {
    String found =
        switch (EnvFileText.value(row.text(), "K")) {
          case ResolvedValue.Value(Optional<String> value) -> value.orElse("none");
          case ResolvedValue.Refused(String why) -> why;
        };
    if (row.found().startsWith("invalid")) {
      assertThat(found).startsWith(row.found());
    } else {
      assertThat(found).isEqualTo(row.found());
    }
  }
}

package dev.jubelet.runtime.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BoundedOutputTest {
  @Test
  void keepsTheBeginning() {
    BoundedOutput output = new BoundedOutput(5);
    output.write("abc".getBytes(UTF_8), 0, 3);
    output.write("defg".getBytes(UTF_8), 0, 4);
    output.write("h".getBytes(UTF_8), 0, 1);
    assertThat(output.bytes()).asString(UTF_8).isEqualTo("abcde");
  }

  @Test
  void keepsNothingOnceItIsSealed() {
    BoundedOutput output = new BoundedOutput(5);
    output.write('a');
    assertThat(output.seal()).asString(UTF_8).isEqualTo("a");
    output.write('b');
    output.write("cd".getBytes(UTF_8), 0, 2);
    assertThat(output.bytes()).isEmpty();
  }
}

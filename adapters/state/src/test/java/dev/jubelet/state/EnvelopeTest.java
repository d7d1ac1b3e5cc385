package dev.jubelet.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is on the disks of nodes, to the byte: an upgrade must not lose their containers. */
class EnvelopeTest {
  static Stream<Arguments> files() {
    return Stream.of(
        Arguments.of(
            Envelope.TEXT,
            "line one\nä\n",
            "jubelet-state 1 "
                + "513636a1218e045234a2ae36d95e0cb671f3e45be3f7b7274857997c4fbcca03\n"
                + "line one\nä\n"),
        Arguments.of(
            Envelope.RECORD,
            "{\"id\":\"ä\",\"pid\":7}",
            "{\"version\":1,\"sum\":\"a980f1b7\",\"record\":\"{\\\"id\\\":\\\"ä\\\",\\\"pid\\\":7}\"}"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void readsAndWritesTheFilesThatNodesHave(Envelope envelope, String content, String file)
      throws DamagedFileException {
    assertThat(envelope.open(bytes(file))).isEqualTo(content);
    assertThat(new String(envelope.close(content), StandardCharsets.UTF_8)).isEqualTo(file);
  }

  @ParameterizedTest
  @MethodSource("files")
  void noticesEveryCutAndEveryFlippedBit(Envelope envelope, String content, String file) {
    byte[] good = bytes(file);
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThatThrownBy(() -> envelope.open(cut)).isInstanceOf(DamagedFileException.class);
    }
    for (int bit = 0; bit < good.length * 8; bit++) {
      byte[] bad = good.clone();
      bad[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> envelope.open(bad)).isInstanceOf(DamagedFileException.class);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

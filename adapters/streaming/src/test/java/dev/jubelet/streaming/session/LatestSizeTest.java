package dev.jubelet.streaming.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.ports.stream.TerminalSize;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LatestSizeTest {
  private static LatestSize after(String events) {
    LatestSize sizes = new LatestSize();
    sizes.follow(new ByteArrayInputStream(events.getBytes(UTF_8)));
    return sizes;
  }

  @Test
  void tellsOnlyTheNewest() throws Exception {
    LatestSize sizes = after("{\"Width\":80,\"Height\":24}\n{\"height\":50,\"width\":132}");
    assertThat(sizes.next()).contains(new TerminalSize(132, 50));
    assertThat(sizes.next()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "[1,2]",
        "{\"Width\":-1,\"Height\":24}",
        "{\"Width\":65536,\"Height\":24}",
        "{\"Width\":\"wide\"}",
        "{\"Width\":80",
        "{\"Width\":99999999999999999999}"
      })
  void stopsAtWhatIsNoSize(String events) throws Exception {
    LatestSize sizes = after("{\"Width\":80,\"Height\":24}" + events);
    assertThat(sizes.next()).contains(new TerminalSize(80, 24));
    assertThat(sizes.next()).isEmpty();
  }
}

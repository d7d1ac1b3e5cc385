package dev.jubelet.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CollectorAddressTest {
  @ParameterizedTest
  @CsvSource({
    "localhost:4317, localhost, 4317",
    "10.0.0.1:80, 10.0.0.1, 80",
    "'[::1]:4317', ::1, 4317",
    "dns:collector:4317, collector, 4317",
    "dns:///collector.example:4317, collector.example, 4317",
    "dns://collector:4317, collector, 4317",
    "collector, collector, 443",
  })
  void understandsTheNamesOfGrpc(String text, String host, int port) {
    assertThat(CollectorAddress.parse(text)).isEqualTo(new CollectorAddress.Tcp(host, port));
  }

  @ParameterizedTest
  @ValueSource(strings = {"unix:/run/otel.sock", "unix:///run/otel.sock"})
  void understandsUnixSockets(String text) {
    assertThat(CollectorAddress.parse(text)).isEqualTo(new CollectorAddress.Unix("/run/otel.sock"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":4317",
        "host:0",
        "host:70000",
        "host:x",
        "unix:relative",
        "http://host:4317",
        "dns://8.8.8.8/host:1",
        "unix-abstract:x",
      })
  void saysWhatItCannotUse(String text) {
    assertThatThrownBy(() -> CollectorAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

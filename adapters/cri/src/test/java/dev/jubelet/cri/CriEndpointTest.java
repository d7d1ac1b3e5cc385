package dev.jubelet.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CriEndpointTest {
  @ParameterizedTest
  @CsvSource({
    "unix:///run/containerd/containerd.sock, /run/containerd/containerd.sock",
    "unix:/run/crio/crio.sock, /run/crio/crio.sock",
    "/run/containerd/containerd.sock, /run/containerd/containerd.sock"
  })
  void readsTheFormsThatPeopleWrite(String text, String path) {
    assertThat(CriEndpoint.parse(text).path()).isEqualTo(path);
    assertThat(CriEndpoint.parse(text)).hasToString("unix://" + path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "unix://",
        "unix://run/x.sock",
        "run/x.sock",
        "/run/",
        "tcp://127.0.0.1:1234",
        "npipe:////./pipe/containerd",
        "containerd"
      })
  void refusesOthersWithAnExample(String text) {
    assertThatThrownBy(() -> CriEndpoint.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + text + "\"")
        .hasMessageContaining("unix:///run/containerd/containerd.sock");
  }

  @ParameterizedTest
  @ValueSource(ints = {107})
  void refusesPathsThatTheKernelCannotTake(int longest) {
    String path = "/" + "x".repeat(longest - 1);
    assertThat(CriEndpoint.parse(path).path()).isEqualTo(path);
    assertThatThrownBy(() -> CriEndpoint.parse(path + "x")).hasMessageContaining("107 bytes");
  }
}

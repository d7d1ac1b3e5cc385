package dev.jubelet.nodeserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.nodeserver.http.RequestTarget;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {
  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/pods, /pods",
    "/pods/, /pods/",
    "/a%20b, /a b",
    "/a+b, /a+b",
    "/%C3%A4, /ä",
    "/%252e, /%2e",
    "/..., /...",
    "/..;, /..;",
    "/a:b@c, /a:b@c",
  })
  void decodesOnce(String raw, String path) {
    assertThat(RequestTarget.parse(raw).orElseThrow().path()).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "pods",
        "//",
        "/a//b",
        "/.",
        "/..",
        "/a/..",
        "/../a",
        "/%2e%2e/a",
        "/a%2fb",
        "/a%5Cb",
        "/a\\b",
        "/a%00",
        "/a%0a",
        "/a%7f",
        "/a%",
        "/a%2",
        "/a%g0",
        "/%ff",
        "/%c0%af",
        "/ä",
        "http://x/",
        "/a#b",
        "/a?b=%",
        "/a?b=%zz",
      })
  void isNoTarget(String raw) {
    assertThat(RequestTarget.parse(raw)).isEmpty();
  }

  @Test
  void keepsAllValuesOfAParameter() {
    RequestTarget target =
        RequestTarget.parse("/exec?command=ls&command=-l+a&tty&x=%26&&y=a=b").orElseThrow();

    assertThat(target.query())
        .isEqualTo(
            Map.of(
                "command", List.of("ls", "-l a"),
                "tty", List.of(""),
                "x", List.of("&"),
                "y", List.of("a=b")));
    assertThat(target.parameter("command")).isEqualTo("ls");
    assertThat(target.parameter("absent")).isEmpty();
  }
}

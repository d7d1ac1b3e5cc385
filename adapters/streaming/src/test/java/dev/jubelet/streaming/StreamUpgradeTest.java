package dev.jubelet.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.ports.stream.StreamOptions;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StreamUpgradeTest {
  private static HttpRequest request(String... headers) {
    HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
    for (int i = 0; i < headers.length; i += 2) {
      request.headers().add(headers[i], headers[i + 1]);
    }
    return request;
  }

  private static Map<String, List<String>> query(String text) {
    return new QueryStringDecoder("/?" + text).parameters();
  }

  @Test
  void seesAnUpgradeInAnyConnectionHeader() {
    assertThat(StreamUpgrade.accepts(request("connection", "keep-alive, Upgrade"))).isTrue();
    assertThat(StreamUpgrade.accepts(request("Connection", "close", "Connection", "upgrade")))
        .isTrue();
    assertThat(StreamUpgrade.accepts(request("Upgrade", "SPDY/3.1"))).isFalse();
    assertThat(StreamUpgrade.isWebSocket(request("Connection", "Upgrade", "Upgrade", "WebSocket")))
        .isTrue();
    assertThat(StreamUpgrade.isWebSocket(request("Connection", "Upgrade", "Upgrade", "SPDY/3.1")))
        .isFalse();
  }

  @Test
  void readsTheStreamsOfACommand() {
    assertThat(StreamUpgrade.options(query("input=1&output=1&error=1")))
        .isEqualTo(new StreamOptions(true, true, true, false));
    assertThat(StreamUpgrade.options(query("output=1&error=1&tty=1")))
        .as("a terminal has no stderr")
        .isEqualTo(new StreamOptions(false, true, false, true));
    assertThatThrownBy(() -> StreamUpgrade.options(query("output=true&tty=1&error=1")))
        .hasMessage("you must specify at least 1 of stdin, stdout, stderr");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|query parameter \"port\" is required",
        "port=|query parameter \"port\" cannot be empty",
        "port=80,|unable to parse \"\" as a port",
        "port=0|port \"0\" must be > 0",
        "port=65536|unable to parse \"65536\" as a port",
        "port=-1|unable to parse \"-1\" as a port",
        "port=1e3|unable to parse \"1e3\" as a port",
      })
  void refusesPortsThatAreNone(String query, String message) {
    HttpRequest plain = request("Connection", "Upgrade", "Upgrade", "websocket");
    assertThatThrownBy(() -> StreamUpgrade.ports(plain, query(query))).hasMessage(message);
  }

  @Test
  void asksOnlyPlainWebSocketsForPorts() {
    HttpRequest plain = request("Connection", "Upgrade", "Upgrade", "websocket");
    assertThat(StreamUpgrade.ports(plain, query("port=80,443&port=8080")))
        .containsExactly(80, 443, 8080);
    HttpRequest tunnel = request("Connection", "Upgrade", "Upgrade", "websocket");
    tunnel.headers().add("Sec-WebSocket-Protocol", "SPDY/3.1+portforward.k8s.io");
    assertThat(StreamUpgrade.ports(tunnel, query(""))).isEmpty();
    assertThat(StreamUpgrade.ports(request("Connection", "Upgrade"), query(""))).isEmpty();
  }
}

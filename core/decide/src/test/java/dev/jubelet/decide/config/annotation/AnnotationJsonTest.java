package dev.jubelet.decide.config.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.jubelet.model.container.ContainerPort;
import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.container.handler.ExecAction;
import dev.jubelet.model.container.handler.HttpGetAction;
import dev.jubelet.model.container.handler.HttpHeader;
import dev.jubelet.model.container.handler.LifecycleHandler;
import dev.jubelet.model.container.handler.SleepAction;
import dev.jubelet.model.container.handler.TcpSocketAction;
import dev.jubelet.model.container.handler.UriScheme;
import dev.jubelet.model.meta.IntOrString;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AnnotationJsonTest {
  @ParameterizedTest
  @MethodSource("handlers")
  void writesHandlersAsGoDoes(LifecycleHandler handler, String json) {
    assertThat(AnnotationJson.handler(handler)).isEqualTo(json);
  }

  @Test
  void writesPortsAsGoDoes() {
    assertThat(
            AnnotationJson.ports(
                List.of(
                    new ContainerPort("http", 8080, 80, Protocol.TCP, "127.0.0.1"),
                    new ContainerPort("", 0, 53, Protocol.UDP, ""))))
        .isEqualTo(
            "[{\"name\":\"http\",\"hostPort\":8080,\"containerPort\":80,\"protocol\":\"TCP\","
                + "\"hostIP\":\"127.0.0.1\"},{\"containerPort\":53,\"protocol\":\"UDP\"}]");
  }

  /** Computed by encoding/json of Go from the types of Kubernetes 1.36.4. */
  static List<Arguments> handlers() {
    String script = "echo \"a\" > /x && sleep 1 <y \t\u2028 \u00e9 \u0001 \u007f";
    return List.of(
        arguments(
            exec(List.of("/bin/sh", "-c", script)),
            "{\"exec\":{\"command\":[\"/bin/sh\",\"-c\",\"echo \\\"a\\\" \\u003e /x"
                + " \\u0026\\u0026 sleep 1 \\u003cy \\t\\u2028 \u00e9 \\u0001 \u007f\"]}}"),
        arguments(exec(List.of()), "{\"exec\":{}}"),
        arguments(
            http(
                new HttpGetAction(
                    "/a?b=1&c=2", IntOrString.of(8080), "", UriScheme.HTTP, List.of())),
            "{\"httpGet\":{\"path\":\"/a?b=1\\u0026c=2\",\"port\":8080,\"scheme\":\"HTTP\"}}"),
        arguments(
            http(
                new HttpGetAction(
                    "",
                    IntOrString.of("web"),
                    "h",
                    UriScheme.HTTPS,
                    List.of(new HttpHeader("X-A", ""), new HttpHeader("", "v")))),
            "{\"httpGet\":{\"port\":\"web\",\"host\":\"h\",\"scheme\":\"HTTPS\",\"httpHeaders\":"
                + "[{\"name\":\"X-A\",\"value\":\"\"},{\"name\":\"\",\"value\":\"v\"}]}}"),
        arguments(tcp(new TcpSocketAction(IntOrString.of(1), "")), "{\"tcpSocket\":{\"port\":1}}"),
        arguments(
            tcp(new TcpSocketAction(null, "x")), "{\"tcpSocket\":{\"port\":0,\"host\":\"x\"}}"),
        arguments(sleep(0), "{\"sleep\":{\"seconds\":0}}"),
        arguments(sleep(12), "{\"sleep\":{\"seconds\":12}}"));
  }

  private static LifecycleHandler exec(List<String> command) {
    return new LifecycleHandler(new ExecAction(command), null, null, null);
  }

  private static LifecycleHandler http(HttpGetAction action) {
    return new LifecycleHandler(null, action, null, null);
  }

  private static LifecycleHandler tcp(TcpSocketAction action) {
    return new LifecycleHandler(null, null, action, null);
  }

  private static LifecycleHandler sleep(long seconds) {
    return new LifecycleHandler(null, null, null, new SleepAction(seconds));
  }
}

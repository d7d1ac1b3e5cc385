package dev.jubelet.decide.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.handler.HandlerTargets.Caller;
import dev.jubelet.decide.handler.HandlerTargets.SocketTarget;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.HttpGetAction;
import dev.jubelet.model.container.handler.HttpHeader;
import dev.jubelet.model.container.handler.HttpTarget;
import dev.jubelet.model.container.handler.TcpSocketAction;
import dev.jubelet.model.container.handler.UriScheme;
import dev.jubelet.model.meta.IntOrString;
import dev.jubelet.testkit.Pods;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandlerTargetsTest {
  private static final Container CONTAINER =
      Pods.fromYaml(
              """
              apiVersion: v1
              kind: Pod
              metadata: {name: p, namespace: default, uid: uid-1}
              spec:
                containers:
                - name: a
                  image: img
                  ports: [{name: web, containerPort: 8080}, {name: "90x", containerPort: 91}]
              """)
          .spec()
          .containers()
          .getFirst();

  private static final HttpHeader AGENT = new HttpHeader("User-Agent", "kube-lifecycle/1.36");
  private static final HttpHeader ACCEPT = new HttpHeader("Accept", "*/*");

  private static ResolvedValue<HttpTarget> http(String path, String host, HttpHeader... headers) {
    return HandlerTargets.http(
        new HttpGetAction(path, IntOrString.of(80), host, UriScheme.HTTP, List.of(headers)),
        CONTAINER,
        "10.0.0.7",
        Caller.LIFECYCLE);
  }

  @ParameterizedTest
  @CsvSource({"web,8080", "90x,91", "443,443"})
  void textIsThePortOfThatNameOrANumber(String text, int port) {
    assertThat(HandlerTargets.port(IntOrString.of(text), CONTAINER))
        .isEqualTo(ResolvedValue.value(port));
  }

  @ParameterizedTest
  @CsvSource({"1", "65535"})
  void numberIsThePort(int number) {
    assertThat(HandlerTargets.port(IntOrString.of(number), CONTAINER))
        .isEqualTo(ResolvedValue.value(number));
  }

  @ParameterizedTest
  @CsvSource({"0", "65536", "-1"})
  void numberOutOfRangeIsRefused(int number) {
    assertThat(HandlerTargets.port(IntOrString.of(number), CONTAINER))
        .isInstanceOf(ResolvedValue.Refused.class);
  }

  @Test
  void nameThatNobodyHasIsRefusedWithTheContainersName() {
    assertThat(HandlerTargets.port(IntOrString.of("metrics"), CONTAINER))
        .isEqualTo(ResolvedValue.refused("port metrics is not a port of container a"));
  }

  @Test
  void missingPortIsRefused() {
    assertThat(HandlerTargets.port(null, CONTAINER)).isInstanceOf(ResolvedValue.Refused.class);
  }

  @Test
  void hostIsThePodsAddressUnlessOneIsGiven() {
    assertThat(http("/ready?full=1", ""))
        .isEqualTo(
            ResolvedValue.value(
                new HttpTarget("http", "10.0.0.7", 80, "/ready?full=1", List.of(AGENT, ACCEPT))));
    assertThat(http("", "example"))
        .isEqualTo(
            ResolvedValue.value(
                new HttpTarget("http", "example", 80, "/", List.of(AGENT, ACCEPT))));
  }

  @Test
  void podWithoutAddressCannotBeCalled() {
    assertThat(HandlerTargets.socket(new TcpSocketAction(IntOrString.of(80), ""), CONTAINER, null))
        .isEqualTo(ResolvedValue.refused("the pod has no address yet"));
  }

  @Test
  void socketOfNamedPort() {
    assertThat(
            HandlerTargets.socket(
                new TcpSocketAction(IntOrString.of("web"), ""), CONTAINER, "fd00::7"))
        .isEqualTo(ResolvedValue.value(new SocketTarget("fd00::7", 8080)));
  }

  @Test
  void givenHeadersReplaceOurs() {
    HttpHeader own = new HttpHeader("user-agent", "me");
    HttpHeader noAccept = new HttpHeader("Accept", "");
    assertThat(http("/", "", own, noAccept))
        .isEqualTo(ResolvedValue.value(new HttpTarget("http", "10.0.0.7", 80, "/", List.of(own))));
  }
}

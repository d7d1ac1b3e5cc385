package dev.jubelet.decide.config.annotation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.LifecycleHandler;
import dev.jubelet.model.container.handler.SleepAction;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeAnnotationsTest {
  private static final Pod POD =
      Pods.fromYaml(
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: web, namespace: shop, uid: u-1}
          spec:
            terminationGracePeriodSeconds: 17
            containers:
              - name: nginx
                image: nginx:1.27
                terminationMessagePath: /dev/end
                terminationMessagePolicy: FallbackToLogsOnError
                ports: [{containerPort: 80}]
                lifecycle: {preStop: {sleep: {seconds: 3}}}
          """);

  @Test
  void readsBackWhatAContainerIsGiven() {
    Map<String, String> given = ContainerAnnotations.of(POD, container(), 4);
    assertThat(RuntimeAnnotations.hash(given)).hasValue("91edee8f");
    assertThat(RuntimeAnnotations.restartCount(given)).hasValue(4);
    assertThat(RuntimeAnnotations.terminationGraceSeconds(given)).hasValue(17);
    assertThat(RuntimeAnnotations.deletionGraceSeconds(given)).isEmpty();
    assertThat(RuntimeAnnotations.terminationMessagePath(given)).hasValue("/dev/end");
    assertThat(RuntimeAnnotations.ports(given)).isEqualTo(container().ports());
    assertThat(RuntimeAnnotations.preStop(given))
        .hasValue(new LifecycleHandler(null, null, null, new SleepAction(3)));
    assertThat(RuntimeAnnotations.sidecar(given)).isEmpty();
    assertThat(RuntimeAnnotations.terminationMessagePolicy(given))
        .hasValue("FallbackToLogsOnError");
  }

  @Test
  void writesTheAnnotationsOfTheGoKubelet() {
    assertThat(ContainerAnnotations.of(POD, container(), 0))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "io.kubernetes.container.hash", "91edee8f",
                "io.kubernetes.container.restartCount", "0",
                "io.kubernetes.container.terminationMessagePath", "/dev/end",
                "io.kubernetes.container.terminationMessagePolicy", "FallbackToLogsOnError",
                "io.kubernetes.pod.terminationGracePeriod", "17",
                "io.kubernetes.container.preStopHandler", "{\"sleep\":{\"seconds\":3}}",
                "io.kubernetes.container.ports", "[{\"containerPort\":80,\"protocol\":\"TCP\"}]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "1.5", "99999999999", "99999999999999999999"})
  void readsNoRestartCountFromNonsense(String value) {
    assertThat(RuntimeAnnotations.restartCount(Map.of(RuntimeAnnotations.RESTART_COUNT, value)))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{exec: {command: [sh, -c, 'echo \"<\\u2028>\"']}}",
        "{httpGet: {path: /bye, port: 8080, host: there, scheme: HTTPS}}",
        "{httpGet: {port: web, httpHeaders: [{name: A, value: b}, {name: C, value: ''}]}}",
        "{tcpSocket: {port: 70, host: there}}",
        "{tcpSocket: {port: web}}",
        "{sleep: {seconds: 0}}"
      })
  void readsBackEveryKindOfHook(String hook) {
    Container hooked =
        Pods.fromYaml(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  containers: [{name: a, image: i, lifecycle: {preStop: %s}}]
                """
                    .formatted(hook))
            .spec()
            .containers()
            .getFirst();
    assertThat(RuntimeAnnotations.preStop(ContainerAnnotations.of(POD, hooked, 0)))
        .hasValue(Objects.requireNonNull(hooked.lifecycle()).preStop());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "null",
        "{\"exec\":1}",
        "{\"exec\":{\"command\":[1]}}",
        "{\"exec\":{\"command\":[\"\\u00\"]}}",
        "{\"exec\":{\"command\":[\"\\uzzzz\"]}}",
        "{\"httpGet\":{\"scheme\":\"ftp\"}}",
        "{\"httpGet\":{\"port\":99999999999}}",
        "{\"sleep\":{\"seconds\":\"3\"}}",
        "{\"sleep\":{\"seconds\":1.5}}",
        "{\"sleep\":{}} x",
        "{\"a\":[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]}"
      })
  void readsNoHookFromNonsense(String text) {
    assertThat(RuntimeAnnotations.preStop(Map.of(RuntimeAnnotations.PRE_STOP_HANDLER, text)))
        .isEmpty();
    assertThat(RuntimeAnnotations.ports(Map.of(RuntimeAnnotations.PORTS, "{" + text))).isEmpty();
  }

  @Test
  void sidecarsKnowTheirPlace() {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec:
              initContainers:
              - {name: i, image: i}
              - {name: s, image: i, restartPolicy: Always}
              containers: [{name: a, image: i}]
            """);
    List<Container> inits = pod.spec().initContainers();
    assertThat(RuntimeAnnotations.sidecar(ContainerAnnotations.of(pod, inits.get(0), 0))).isEmpty();
    assertThat(RuntimeAnnotations.sidecar(ContainerAnnotations.of(pod, inits.get(1), 0)))
        .hasValue(1);
  }

  @Test
  void readsNothingFromAContainerOfAnother() {
    Map<String, String> none = Map.of();
    assertThat(RuntimeAnnotations.hash(none)).isEmpty();
    assertThat(RuntimeAnnotations.restartCount(none)).isEmpty();
    assertThat(RuntimeAnnotations.terminationGraceSeconds(none)).isEmpty();
    assertThat(RuntimeAnnotations.terminationMessagePath(none)).isEmpty();
    assertThat(RuntimeAnnotations.terminationMessagePolicy(none)).isEmpty();
  }

  private static Container container() {
    return POD.spec().containers().getFirst();
  }
}

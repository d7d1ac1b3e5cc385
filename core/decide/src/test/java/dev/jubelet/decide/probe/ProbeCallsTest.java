package dev.jubelet.decide.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.handler.HandlerTargets.SocketTarget;
import dev.jubelet.model.container.handler.HttpHeader;
import dev.jubelet.model.container.handler.HttpTarget;
import dev.jubelet.testkit.Pods;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeCallsTest {
  private static ProbeCall call(String probe, String podIp) {
    return ProbeCalls.of(
        Pods.fromYaml(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: default, uid: uid-1}
                spec:
                  containers:
                  - name: a
                    image: i
                    ports: [{name: web, containerPort: 8080}]
                    env:
                    - {name: DIR, value: /data}
                    - {name: NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
                    livenessProbe: %s
                """
                    .formatted(probe))
            .spec()
            .containers()
            .getFirst(),
        ProbeKind.LIVENESS,
        podIp);
  }

  @Test
  void commandSeesWhatStandsInTheManifest() {
    assertThat(call("{exec: {command: [ls, $(DIR)/x, \"$(NAME)\", \"$(HOME)\"]}}", ""))
        .isEqualTo(new ProbeCall.Exec(List.of("ls", "/data/x", "", "$(HOME)")));
  }

  @Test
  void getGoesToThePod() {
    assertThat(call("{httpGet: {path: /ok, port: web, scheme: HTTPS}}", "fd00::7"))
        .isEqualTo(
            new ProbeCall.Http(
                new HttpTarget(
                    "https",
                    "fd00::7",
                    8080,
                    "/ok",
                    List.of(
                        new HttpHeader("User-Agent", "kube-probe/1.36"),
                        new HttpHeader("Accept", "*/*")))));
  }

  @Test
  void socketAndGrpcGoToThePod() {
    assertThat(call("{tcpSocket: {port: 81}}", "10.0.0.7"))
        .isEqualTo(new ProbeCall.Tcp(new SocketTarget("10.0.0.7", 81)));
    assertThat(call("{grpc: {port: 82}}", "10.0.0.7"))
        .isEqualTo(new ProbeCall.Grpc("10.0.0.7", 82, ""));
    assertThat(call("{grpc: {port: 82, service: db}}", "10.0.0.7"))
        .isEqualTo(new ProbeCall.Grpc("10.0.0.7", 82, "db"));
  }

  @Test
  void nobodyCanBeAskedWithoutAddressOrPort() {
    assertThat(call("{grpc: {port: 82}}", "")).isInstanceOf(ProbeCall.Impossible.class);
    assertThat(call("{tcpSocket: {port: nowhere}}", "10.0.0.7"))
        .isInstanceOf(ProbeCall.Impossible.class);
  }
}

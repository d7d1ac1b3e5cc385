package dev.jubelet.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.tree.Problem;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.container.PullPolicy;
import dev.jubelet.model.container.handler.Probe;
import dev.jubelet.model.container.handler.UriScheme;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.RestartPolicy;
import dev.jubelet.model.security.PodSecurityContext;
import dev.jubelet.model.volume.HostPathType;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodManifestsTest {
  private static final String SMALL =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: web
      spec:
        containers:
        - name: main
          image: nginx
      """;

  private static Pod pod(String text) {
    PodManifests.Parsed parsed = PodManifests.parse(text, "test");
    assertThat(parsed.problems()).isEmpty();
    assertThat(parsed.pods()).hasSize(1);
    return parsed.pods().getFirst();
  }

  @Test
  void givesTheSmallestPodItsDefaults() {
    Pod pod = pod(SMALL);
    assertThat(pod.spec().restartPolicy()).isEqualTo(RestartPolicy.ALWAYS);
    assertThat(pod.spec().terminationGracePeriodSeconds()).isEqualTo(30);
    assertThat(pod.spec().schedulerName()).isEqualTo("default-scheduler");
    assertThat(pod.spec().enableServiceLinks()).isTrue();
    PodSecurityContext security = Objects.requireNonNull(pod.spec().securityContext());
    assertThat(security.sysctls()).isEmpty();
    Container main = pod.spec().containers().getFirst();
    assertThat(main.imagePullPolicy()).isEqualTo(PullPolicy.ALWAYS);
    assertThat(main.terminationMessagePath()).isEqualTo("/dev/termination-log");
    assertThat(main.securityContext()).isNull();
  }

  @Test
  void givesEveryPartItsDefaults() {
    Pod pod = pod(Manifests.FULL);
    assertThat(pod.spec().initContainers().get(0).imagePullPolicy())
        .isEqualTo(PullPolicy.IF_NOT_PRESENT);
    assertThat(pod.spec().initContainers().get(1).imagePullPolicy())
        .isEqualTo(PullPolicy.IF_NOT_PRESENT);
    Container main = pod.spec().containers().get(0);
    assertThat(main.imagePullPolicy()).isEqualTo(PullPolicy.ALWAYS);
    assertThat(main.ports().get(0).protocol()).isEqualTo(Protocol.TCP);
    assertThat(main.resources().requests())
        .containsEntry("cpu", Quantity.parse("100m"))
        .containsEntry("memory", Quantity.parse("64Mi"));
    Probe liveness = Objects.requireNonNull(main.livenessProbe());
    assertThat(liveness.timeoutSeconds()).isEqualTo(1);
    assertThat(liveness.periodSeconds()).isEqualTo(3);
    assertThat(liveness.failureThreshold()).isEqualTo(3);
    assertThat(Objects.requireNonNull(liveness.httpGet()).path()).isEqualTo("/");
    assertThat(Objects.requireNonNull(liveness.httpGet()).scheme()).isEqualTo(UriScheme.HTTP);
    assertThat(pod.spec().volumes().get(0).emptyDir()).isNotNull();
    assertThat(Objects.requireNonNull(pod.spec().volumes().get(1).hostPath()).type())
        .isEqualTo(HostPathType.UNSET);
    var about = Objects.requireNonNull(pod.spec().volumes().get(2).downwardAPI());
    assertThat(about.defaultMode()).isEqualTo(420);
    assertThat(about.items().get(1).mode()).isEqualTo(256);
    assertThat(Objects.requireNonNull(about.items().get(0).fieldRef()).apiVersion())
        .isEqualTo("v1");
    assertThat(pod.spec().containers().get(1).name()).isEqualTo("second");
    assertThat(pod.metadata().annotations()).containsEntry("example.com/note", "two\nlines\n");
  }

  @Test
  void hostNetworkPortsAreHostPorts() {
    Pod pod = pod(SMALL + "    ports: [{containerPort: 80}]\n  hostNetwork: true\n");
    assertThat(pod.spec().containers().getFirst().ports().getFirst().hostPort()).isEqualTo(80);
  }

  @ParameterizedTest
  @CsvSource({
    "nginx, ALWAYS",
    "nginx:latest, ALWAYS",
    "nginx:1.27, IF_NOT_PRESENT",
    "host:5000/nginx, ALWAYS",
    "host:5000/nginx:1, IF_NOT_PRESENT",
    "nginx@sha256:00, IF_NOT_PRESENT",
    "nginx:latest@sha256:00, ALWAYS",
  })
  void pullPolicyFollowsTheTag(String image, PullPolicy policy) {
    assertThat(pod(SMALL.replace("image: nginx", "image: " + image)).spec().containers().getFirst())
        .extracting(Container::imagePullPolicy)
        .isEqualTo(policy);
  }

  @Test
  void whatIsWrittenReadsBackTheSame() {
    Pod pod = pod(Manifests.FULL);
    assertThat(pod(RecordEncoder.json("v1", "Pod", pod))).isEqualTo(pod);
    assertThat(pod(RecordEncoder.yaml("v1", "Pod", pod))).isEqualTo(pod);
    PodManifests.Parsed list =
        PodManifests.parse(RecordEncoder.listJson("v1", "PodList", List.of(pod, pod)), "list");
    assertThat(list.problems()).isEmpty();
    assertThat(list.pods()).containsExactly(pod, pod);
  }

  @Test
  void takesSeveralDocumentsAndLists() {
    String list = "apiVersion: v1\nkind: List\nitems:\n- " + SMALL.indent(2).strip() + "\n";
    PodManifests.Parsed parsed = PodManifests.parse(SMALL + "---\n" + list + "---\n", "test");
    assertThat(parsed.problems()).isEmpty();
    assertThat(parsed.pods()).hasSize(2);
  }

  @Test
  void aBadDocumentDoesNotHideAGoodOne() {
    PodManifests.Parsed parsed =
        PodManifests.parse(SMALL + "---\n" + SMALL.replace("name: web", "name: 7"), "a.yaml");
    assertThat(parsed.pods()).hasSize(1);
    assertThat(parsed.sentences())
        .containsExactly(
            "a.yaml: document 2, line 13, column 9: metadata.name: expected a string, found a number");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | line 1, column 1: there is no pod here",
        "hello | expected an object of kind Pod, found a string",
        "kind: Pod | apiVersion: Required value: expected v1",
        "apiVersion: v1 | kind: Required value: expected Pod",
        "{apiVersion: v2} | Unexpected character",
        "{\"apiVersion\": \"v2\", \"kind\": \"Pod\"} | apiVersion: Unsupported value: \"v2\"",
        "{\"apiVersion\": \"apps/v1\", \"kind\": \"Deployment\"}"
            + " | kind: kind Deployment means nothing to a node; expected Pod, ConfigMap",
        "{\"apiVersion\": \"v1\", \"kind\": \"PodList\", \"items\": [{\"kind\": \"Node\"}]}"
            + " | items[0].kind: kind Node means nothing to a node; expected Pod",
        "{\"apiVersion\": \"v1\", \"kind\": \"PodList\", \"items\": {}} | items: expected a list",
        "{\"apiVersion\": \"v1\", \"kind\": \"PodList\", \"items\": [{}]}"
            + " | items[0].metadata.name: Required value",
      })
  void saysWhatIsNotAPod(String text, String problem) {
    PodManifests.Parsed parsed = PodManifests.parse(text, "test");
    assertThat(parsed.pods()).isEmpty();
    assertThat(parsed.hasErrors()).isTrue();
    assertThat(parsed.problems().getFirst().toString()).contains(problem);
  }

  @Test
  void warnsOfUnknownFieldsAndIgnoresKnownOnes() {
    PodManifests.Parsed parsed =
        PodManifests.parse(
            SMALL.replace("name: web", "name: web\n  managedFields: []\n  selfLink: x")
                + "    imagee: typo\n",
            "test");
    assertThat(parsed.pods()).hasSize(1);
    assertThat(parsed.problems())
        .containsExactly(
            new Problem(
                Problem.Severity.WARNING,
                11,
                5,
                "",
                "unknown field \"spec.containers[0].imagee\""));
  }

  @Test
  void aForgottenSeccompTypeIsNotUnconfined() {
    assertThat(
            PodManifests.parse(SMALL + "    securityContext: {seccompProfile: {}}\n", "t")
                .problems())
        .singleElement()
        .hasToString(
            "line 9, column 39: spec.containers[0].securityContext.seccompProfile.type: Required value");
  }
}

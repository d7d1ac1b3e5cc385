package dev.jubelet.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodTableTest {
  private static final Instant NOW = Instant.parse("2025-11-15T12:00:00Z");

  /** Columns: what the pod's status says, then READY, STATUS and RESTARTS. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          phase: Pending|0/1|Pending|0
          {phase: Failed, reason: Evicted}|0/1|Evicted|0
          {phase: Running, containerStatuses: [{name: a, ready: true, state: {running: {}}}]}|1/1|Running|0
          {phase: Running, containerStatuses: [{name: a, state: {waiting: {reason: CrashLoopBackOff}}, restartCount: 3, lastState: {terminated: {exitCode: 1, finishedAt: "2025-11-15T11:57:30Z"}}}]}|0/1|CrashLoopBackOff|3 (2m30s ago)
          {phase: Pending, containerStatuses: [{name: a, state: {waiting: {reason: ImagePullBackOff}}}]}|0/1|ImagePullBackOff|0
          {phase: Succeeded, containerStatuses: [{name: a, state: {terminated: {exitCode: 0, reason: Completed}}}]}|0/1|Completed|0
          {phase: Failed, containerStatuses: [{name: a, state: {terminated: {exitCode: 137, reason: OOMKilled}}}]}|0/1|OOMKilled|0
          {phase: Failed, containerStatuses: [{name: a, state: {terminated: {exitCode: 3}}}]}|0/1|ExitCode:3|0
          {phase: Failed, containerStatuses: [{name: a, state: {terminated: {exitCode: 137, signal: 9}}}]}|0/1|Signal:9|0
          {phase: Running, containerStatuses: [{name: a, state: {terminated: {exitCode: 0, reason: Completed}}}, {name: b, ready: true, state: {running: {}}}]}|1/1|NotReady|0
          {phase: Running, conditions: [{type: Ready, status: "True"}], containerStatuses: [{name: a, state: {terminated: {exitCode: 0, reason: Completed}}}, {name: b, ready: true, state: {running: {}}}]}|1/1|Running|0
          """)
  void wordsTheStatusAsKubectlDoes(String status, String ready, String word, String restarts) {
    Pod pod = pod("spec: {containers: [{name: a, image: i}]}\nstatus: " + flow(status) + "\n");

    assertThat(PodSummary.of(pod, NOW)).isEqualTo(new PodSummary(ready, word, restarts));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {name: i1, state: {running: {}}}|0/2|Init:0/2
          {name: i1, state: {terminated: {exitCode: 0}}}, {name: side, state: {waiting: {reason: PodInitializing}}}|0/2|Init:1/2
          {name: i1, state: {terminated: {exitCode: 1, reason: Error}}}|0/2|Init:Error
          {name: i1, state: {terminated: {exitCode: 2}}}|0/2|Init:ExitCode:2
          {name: i1, state: {waiting: {reason: CrashLoopBackOff}}}|0/2|Init:CrashLoopBackOff
          {name: i1, state: {terminated: {exitCode: 0}}}, {name: side, started: true, ready: true, state: {running: {}}}|1/2|Pending
          """)
  void showsHowFarInitContainersAre(String inits, String ready, String word) {
    Pod pod =
        pod(
            "spec: {initContainers: [{name: i1, image: i}, {name: side, image: i, restartPolicy:"
                + " Always}], containers: [{name: a, image: i}]}\n"
                + "status: {phase: Pending, initContainerStatuses: ["
                + inits
                + "]}\n");

    PodSummary summary = PodSummary.of(pod, NOW);

    assertThat(summary.status()).isEqualTo(word);
    assertThat(summary.ready()).isEqualTo(ready);
  }

  @Test
  void showsThatAPodIsBeingDeletedUntilItIsOver() {
    String deleted = "metadata: {name: web, deletionTimestamp: \"2025-11-15T11:00:00Z\"}\n";
    String spec = "spec: {containers: [{name: a, image: i}]}\n";

    assertThat(PodSummary.of(document(deleted + spec + "status: {phase: Running}\n"), NOW).status())
        .isEqualTo("Terminating");
    assertThat(PodSummary.of(document(deleted + spec + "status: {phase: Failed}\n"), NOW).status())
        .isEqualTo("Failed");
  }

  @Test
  void alignsColumnsAndSortsByName() {
    Pod web =
        document(
            "metadata: {name: web-worker, namespace: default}\n"
                + "spec: {nodeName: worker, containers: [{name: a, image: i}]}\n"
                + "status: {phase: Running, podIP: 10.88.0.2, startTime: \"2025-11-15T11:59:00Z\"}\n");
    Pod dns =
        document(
            "metadata: {name: d, namespace: kube-system, creationTimestamp:"
                + " \"2025-11-12T12:00:00Z\"}\nspec: {containers: [{name: a, image: i}]}\n");
    Pod old = document("metadata: {name: a, namespace: default}\nspec: {}\n");

    assertThat(PodTable.render(List.of(dns, web, old), NOW, true))
        .isEqualTo(
            """
            NAMESPACE     NAME         READY   STATUS    RESTARTS   AGE         IP          NODE
            default       a            0/0     Pending   0          <unknown>   <none>      <none>
            default       web-worker   0/1     Running   0          60s         10.88.0.2   worker
            kube-system   d            0/1     Pending   0          3d          <none>      <none>
            """);
    assertThat(PodTable.render(List.of(web), NOW, false))
        .isEqualTo(
            """
            NAMESPACE   NAME         READY   STATUS    RESTARTS   AGE
            default     web-worker   0/1     Running   0          60s
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "PT-5S,<invalid>",
    "PT0S,0s",
    "PT119S,119s",
    "PT2M,2m",
    "PT2M5S,2m5s",
    "PT10M5S,10m",
    "PT179M,179m",
    "PT3H,3h",
    "PT3H20M,3h20m",
    "PT8H20M,8h",
    "PT47H,47h",
    "P2D,2d",
    "P2DT3H,2d3h",
    "P8DT3H,8d",
    "P729D,729d",
    "P730D,2y",
    "P735D,2y5d",
    "P2920D,8y",
    "P4000D,10y"
  })
  void writesAgesAsKubectlDoes(Duration age, String text) {
    assertThat(Ages.text(age)).isEqualTo(text);
  }

  private static String flow(String status) {
    return status.startsWith("{") ? status : "{" + status + "}";
  }

  private static Pod pod(String body) {
    return document("metadata: {name: web, namespace: default}\n" + body);
  }

  private static Pod document(String text) {
    Problems problems = new Problems();
    Node node = Trees.read(text, problems).getFirst();
    RecordDecoder.Decoded<Pod> decoded = RecordDecoder.lenient().decode(node, Pod.class);
    return Objects.requireNonNull(decoded.value(), () -> decoded.problems().toString());
  }
}

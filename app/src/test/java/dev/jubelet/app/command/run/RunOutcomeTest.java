package dev.jubelet.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.nodeserver.logs.ContainerLogFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunOutcomeTest {
  @TempDir Path folder = Path.of("/");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # policy | phase     | state                             | settled | ended | serving | good
          Always   | Pending   | waiting: {reason: Creating}       | false   | false | true    | false
          Always   | Running   | running: {}                       | true    | false | true    | true
          Never    | Running   | running: {}                       | true    | false | false   | true
          Never    | Succeeded | terminated: {exitCode: 0}         | true    | true  | true    | true
          Never    | Failed    | terminated: {exitCode: 3}         | true    | true  | true    | false
          Always   | Running   | terminated: {exitCode: 3}         | true    | false | true    | false
          """)
  void judgesAPodByItsStatus(
      String policy,
      String phase,
      String state,
      boolean settled,
      boolean ended,
      boolean serving,
      boolean good) {
    RunOutcome outcome = new RunOutcome(List.of(pod(policy, phase, state)), 1);
    assertThat(outcome.isSettled()).isEqualTo(settled);
    assertThat(outcome.hasEnded()).isEqualTo(ended);
    assertThat(outcome.isOnlyServing()).isEqualTo(serving);
    assertThat(outcome.isGood()).isEqualTo(good);
    assertThat(outcome.troubles().isEmpty()).isEqualTo(good);
  }

  @Test
  void aMissingPodIsATrouble() {
    RunOutcome outcome = new RunOutcome(List.of(pod("Always", "Running", "running: {}")), 2);
    assertThat(outcome.isSettled()).isFalse();
    assertThat(outcome.isGood()).isFalse();
    assertThat(outcome.troubles()).containsExactly("the node accepted only 1 of 2 pods");
  }

  @Test
  void logsOfSeveralContainersSayWhoseTheyAre() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Pod one = pod("Always", "Running", "running: {}");
    log(one, "0", "0 stdout F first run");
    log(one, "1", "0 stdout P hel", "0 stdout F lo", "0 stderr P no line feed");
    Pod other = one.withMetadata(one.metadata().withIdentity("y", "default", "u2"));
    log(other, "0", "0 stdout F there");
    try (PodLogStreams logs = new PodLogStreams(folder, out)) {
      logs.start(List.of(one, other));
    }
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactlyInAnyOrder("[x/a] hello", "[x/a] no line feed", "[y/a] there");
  }

  private void log(Pod pod, String run, String... lines) throws IOException {
    Path directory =
        ContainerLogFiles.of(
                folder,
                pod.metadata().namespace(),
                pod.metadata().name(),
                pod.metadata().uid(),
                "a")
            .directory();
    Files.createDirectories(directory);
    Files.write(directory.resolve(run + ".log"), List.of(lines));
  }

  private static Pod pod(String policy, String phase, String state) {
    return PodManifests.parse(
            """
            apiVersion: v1
            kind: Pod
            metadata: {namespace: default, name: x, uid: u1}
            spec: {restartPolicy: %s, containers: [{name: a, image: i}]}
            status:
              phase: %s
              containerStatuses:
              - {name: a, image: i, imageID: "", restartCount: 0, ready: true, state: {%s}}
            """
                .formatted(policy, phase, state),
            "test")
        .pods()
        .getFirst();
  }
}

package dev.jubelet.testkit.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.entry;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.PodDirectories;
import dev.jubelet.testkit.Pods;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every implementation of pod directories does. */
public abstract class PodDirectoriesContract {
  private static final int PLENTY = 4096;

  private final Pod pod = pod();
  private final Pod other = pod();

  protected abstract PodDirectories directories();

  /** Where the pod's log directory is, once it is prepared. */
  protected abstract String logDirectory(Pod pod);

  /** Writes a file, and the directories above it where they are missing. */
  protected abstract void write(String path, String text);

  protected abstract Optional<String> read(String path);

  private static Pod pod() {
    String uid = UUID.randomUUID().toString();
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: pod-%s, namespace: contract, uid: %s}
        spec:
          containers:
          - {name: main, image: "localhost/busybox:1"}
        """
            .formatted(uid.substring(0, 8), uid));
  }

  @AfterEach
  void removeAll() {
    directories().remove(pod.uid(), pod.fullName());
    directories().remove(other.uid(), other.fullName());
  }

  private String log(String... lines) {
    directories().prepare(pod);
    String path = logDirectory(pod) + "/main/0.log";
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append("2026-01-01T00:00:00.000000000Z stdout F ").append(line).append('\n');
    }
    write(path, text.toString());
    return path;
  }

  @Test
  void preparedPodIsListed() {
    directories().prepare(pod);
    assertThat(directories().list()).contains(pod.uid());
  }

  @Test
  void preparingTwiceSucceeds() {
    directories().prepare(pod);
    directories().prepare(pod);
    assertThat(directories().list()).containsOnlyOnce(pod.uid());
  }

  @Test
  void newPodHasNoAttempts() {
    assertThat(directories().prepare(pod)).isEmpty();
    directories().prepareContainer(pod, "main", 0);
    assertThat(directories().prepare(pod)).isEmpty();
  }

  @Test
  void logsTellTheHighestAttemptOfEachContainer() {
    directories().prepare(pod);
    for (String log :
        List.of(
            "main/2.log",
            "main/11.log.20260101-000000.gz",
            "main/x.log",
            "main/12.txt",
            "i/0.log")) {
      write(logDirectory(pod) + "/" + log, "");
    }
    assertThat(directories().prepare(pod)).containsOnly(entry("main", 11), entry("i", 0));
    assertThat(directories().prepare(other)).isEmpty();
  }

  @Test
  void messageFileBeginsEmpty() {
    directories().prepare(pod);
    assertThat(read(directories().prepareContainer(pod, "main", 0))).contains("");
  }

  @Test
  void messageOfContainerCanBeRead() {
    directories().prepare(pod);
    write(directories().prepareContainer(pod, "main", 0), "out of luck");
    assertThat(directories().terminationMessage(pod.uid(), "main", 0, PLENTY))
        .contains("out of luck");
  }

  @Test
  void longMessageIsCutToItsEnd() {
    directories().prepare(pod);
    write(directories().prepareContainer(pod, "main", 0), "0123456789");
    assertThat(directories().terminationMessage(pod.uid(), "main", 0, 4)).contains("6789");
  }

  @Test
  void everyAttemptHasItsOwnMessage() {
    directories().prepare(pod);
    write(directories().prepareContainer(pod, "main", 0), "first");
    write(directories().prepareContainer(pod, "main", 1), "second");
    assertThat(directories().terminationMessage(pod.uid(), "main", 0, PLENTY)).contains("first");
    assertThat(directories().terminationMessage(pod.uid(), "main", 1, PLENTY)).contains("second");
  }

  @Test
  void containerThatWasNeverPreparedLeftNoMessage() {
    directories().prepare(pod);
    assertThat(directories().terminationMessage(pod.uid(), "main", 0, PLENTY).orElse("")).isEmpty();
  }

  @Test
  void hostsFileSaysWhatWasWrittenLast() {
    directories().prepare(pod);
    String path = directories().writeHosts(pod, "127.0.0.1 one\n");
    assertThat(directories().writeHosts(pod, "127.0.0.1 one\n")).isEqualTo(path);
    assertThat(read(path)).contains("127.0.0.1 one\n");
    assertThat(directories().writeHosts(pod, "127.0.0.1 two\n")).isEqualTo(path);
    assertThat(read(path)).contains("127.0.0.1 two\n");
  }

  @Test
  void endOfLogIsTheTextOfItsLastLines() {
    String path = log("one", "two", "three");
    assertThat(directories().logTail(path, 2, PLENTY).map(String::strip)).contains("two\nthree");
  }

  @Test
  void endOfLogIsNotLongerThanAllowed() {
    String path = log("a".repeat(100), "b".repeat(100));
    assertThat(directories().logTail(path, 80, 50).orElseThrow().getBytes(UTF_8))
        .hasSizeLessThanOrEqualTo(50)
        .contains((byte) 'b')
        .doesNotContain((byte) 'a');
  }

  @Test
  void absentLogHasNoEnd() {
    directories().prepare(pod);
    assertThat(directories().logTail(logDirectory(pod) + "/main/7.log", 80, PLENTY).orElse(""))
        .isEmpty();
  }

  @Test
  void linkingLogTwiceSucceeds() {
    String path = log("one");
    ContainerId id = new ContainerId("0123456789abcdef");
    directories().linkLog(pod, "main", id, path);
    assertThatCode(() -> directories().linkLog(pod, "main", id, path)).doesNotThrowAnyException();
  }

  @Test
  void removedPodIsGoneWithItsFiles() {
    String path = log("one");
    String message = directories().prepareContainer(pod, "main", 0);
    directories().remove(pod.uid(), pod.fullName());
    assertThat(directories().list()).doesNotContain(pod.uid());
    assertThat(read(path)).isEmpty();
    assertThat(read(message)).isEmpty();
  }

  @Test
  void removingLeavesOtherPods() {
    directories().prepare(pod);
    directories().prepare(other);
    directories().remove(pod.uid(), pod.fullName());
    assertThat(directories().list()).contains(other.uid());
  }

  @Test
  void removingTwiceSucceeds() {
    directories().prepare(pod);
    directories().remove(pod.uid(), pod.fullName());
    assertThatCode(() -> directories().remove(pod.uid(), pod.fullName()))
        .doesNotThrowAnyException();
  }

  @Test
  void removingUnknownPodSucceeds() {
    assertThatCode(() -> directories().remove(pod.uid(), pod.fullName()))
        .doesNotThrowAnyException();
  }
}

package dev.jubelet.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.model.volume.VolumeUsage;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodVolumes;
import dev.jubelet.testkit.Pods;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every implementation of volumes does, shown with the kinds that need nobody else. */
public abstract class PodVolumesContract {
  private Pod pod = Pods.fromYaml(manifest("/"));
  private Pod other = Pods.fromYaml(manifest("/"));

  protected abstract PodVolumes volumes();

  /** A directory of the node that exists and is no pod's. */
  protected abstract String hostDirectory();

  protected abstract boolean isDirectory(String path);

  protected abstract void write(String path, String text);

  protected abstract Optional<String> read(String path);

  /** Leaves a test out where mounts cannot be made. */
  protected void needMounts() {}

  @BeforeEach
  void describePods() {
    pod = Pods.fromYaml(manifest(hostDirectory()));
    other = Pods.fromYaml(manifest(hostDirectory()));
  }

  private static String manifest(String hostDirectory) {
    String uid = UUID.randomUUID().toString();
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: pod-%s, namespace: contract, uid: %s}
    spec:
      containers:
      - {name: main, image: "localhost/busybox:1"}
      volumes:
      - {name: scratch, emptyDir: {}}
      - {name: more, emptyDir: {}}
      - {name: host, hostPath: {path: %s}}
      - {name: files, image: {reference: "localhost/files:1"}}
    """
        .formatted(uid.substring(0, 8), uid, hostDirectory);
  }

  private static Volume volume(Pod pod, String name) {
    return pod.spec().volumes().stream()
        .filter(v -> v.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private String mount(Pod pod, String name) {
    return volumes().mount(pod, volume(pod, name));
  }

  @AfterEach
  void giveBack() {
    volumes().unmountAll(pod.uid());
    volumes().unmountAll(other.uid());
  }

  @Test
  void mountedVolumeIsADirectory() {
    String path = mount(pod, "scratch");
    assertThat(path).startsWith("/");
    assertThat(isDirectory(path)).isTrue();
  }

  @Test
  void mountingTwiceGivesTheSamePathAndKeepsWhatIsInIt() {
    String path = mount(pod, "scratch");
    write(path + "/note", "kept");
    assertThat(mount(pod, "scratch")).isEqualTo(path);
    assertThat(read(path + "/note")).contains("kept");
  }

  @Test
  void volumesOfOnePodLieApart() {
    assertThat(mount(pod, "scratch")).isNotEqualTo(mount(pod, "more"));
  }

  @Test
  void volumesOfTwoPodsLieApart() {
    assertThat(mount(pod, "scratch")).isNotEqualTo(mount(other, "scratch"));
  }

  @Test
  void hostPathIsThePathItself() {
    assertThat(mount(pod, "host")).isEqualTo(hostDirectory());
  }

  @Test
  void unmountingGivesBackWhatWasThePods() {
    String path = mount(pod, "scratch");
    write(path + "/note", "gone soon");
    volumes().unmountAll(pod.uid());
    assertThat(isDirectory(path)).isFalse();
    assertThat(read(path + "/note")).isEmpty();
  }

  @Test
  void unmountingLeavesTheNodesOwnDirectory() {
    write(hostDirectory() + "/note", "the node's");
    mount(pod, "host");
    volumes().unmountAll(pod.uid());
    assertThat(read(hostDirectory() + "/note")).contains("the node's");
  }

  @Test
  void unmountingLeavesOtherPods() {
    mount(pod, "scratch");
    String theirs = mount(other, "scratch");
    volumes().unmountAll(pod.uid());
    assertThat(isDirectory(theirs)).isTrue();
  }

  @Test
  void unmountingTwiceSucceeds() {
    mount(pod, "scratch");
    volumes().unmountAll(pod.uid());
    assertThatCode(() -> volumes().unmountAll(pod.uid())).doesNotThrowAnyException();
  }

  @Test
  void unmountingUnknownPodSucceeds() {
    PodUid unknown = new PodUid(UUID.randomUUID().toString());
    assertThatCode(() -> volumes().unmountAll(unknown)).doesNotThrowAnyException();
  }

  @Test
  void volumeCanBeMountedAgainAfterUnmounting() {
    String path = mount(pod, "scratch");
    volumes().unmountAll(pod.uid());
    assertThat(mount(pod, "scratch")).isEqualTo(path);
    assertThat(isDirectory(path)).isTrue();
  }

  @Test
  void imageVolumeIsItsReference() {
    assertThat(mount(pod, "files")).isEqualTo("localhost/files:1");
    assertThat(volumes().part(pod, volume(pod, "files"), "main", 0, "localhost/files:1", "a/b"))
        .isEqualTo("a/b");
  }

  @Test
  void partShowsWhatIsBeneathItsVolume() {
    needMounts();
    String path = mount(pod, "scratch");
    write(path + "/a/b/note", "inside");
    String part = volumes().part(pod, volume(pod, "scratch"), "main", 0, path, "a/b");
    assertThat(read(part + "/note")).contains("inside");
  }

  @Test
  void preparingAPartTwiceGivesTheSamePath() {
    needMounts();
    String path = mount(pod, "scratch");
    write(path + "/a/note", "inside");
    String part = volumes().part(pod, volume(pod, "scratch"), "main", 0, path, "a");
    assertThat(volumes().part(pod, volume(pod, "scratch"), "main", 0, path, "a")).isEqualTo(part);
    assertThat(read(part + "/note")).contains("inside");
  }

  @Test
  void usageGrowsWithWhatIsWritten() {
    String path = mount(pod, "scratch");
    VolumeUsage before = volumes().usage(pod, volume(pod, "scratch"));
    write(path + "/deep/er/note", "x".repeat(100_000));
    VolumeUsage after = volumes().usage(pod, volume(pod, "scratch"));
    assertThat(after.bytes() - before.bytes()).isGreaterThanOrEqualTo(100_000);
    assertThat(after.inodes()).isGreaterThan(before.inodes());
  }

  @Test
  void usageOfAVolumeThatIsNotMountedIsNotFound() {
    assertThatThrownBy(() -> volumes().usage(pod, volume(pod, "scratch")))
        .isInstanceOfSatisfying(
            OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.NOT_FOUND));
  }
}

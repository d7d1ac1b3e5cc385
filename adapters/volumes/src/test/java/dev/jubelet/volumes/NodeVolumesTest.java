package dev.jubelet.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeVolumesTest {
  private static final Pod DISK = Node.pod("{name: v, emptyDir: {}}");
  private static final Pod MEMORY =
      Node.pod("{name: v, emptyDir: {medium: Memory, sizeLimit: 1Mi}}");

  @TempDir Path temp;
  private Path directory;
  private Path volume;
  private NodeVolumes volumes;

  @BeforeEach
  void open() {
    Node node = Node.in(temp);
    directory = node.directory();
    volume = directory.resolve("root/pods/11-22/volumes/kubernetes.io~empty-dir/v");
    volumes = node.volumes();
  }

  @AfterEach
  void nothingIsLeftMounted() {
    for (MountTable.Mount mount : MountTable.read().beneath(directory)) {
      Mounts.unmountLazily(Path.of(mount.point()));
    }
    assertThat(MountTable.read().beneath(directory)).isEmpty();
  }

  @Test
  void emptyDirIsOpenToEveryUserOfThePod() throws IOException {
    assertThat(mount(DISK)).isEqualTo(volume.toString());
    assertThat(Node.mode(volume)).isEqualTo("777");
    assertThat(Node.mode(volume.resolve(".."))).isEqualTo("750");
  }

  @Test
  void emptyDirKeepsTheModeThatThePodGaveIt() throws IOException {
    mount(DISK);
    Files.setAttribute(volume, "unix:mode", 0700);
    mount(DISK);
    assertThat(Node.mode(volume)).isEqualTo("700");
  }

  @Test
  void emptyDirBelongsToTheFsGroup() throws IOException {
    Needed.root();
    mount(Node.pod("{name: v, emptyDir: {}}", "securityContext: {fsGroup: 4242}"));
    assertThat(Node.mode(volume)).isEqualTo("2777");
    assertThat(Files.getAttribute(volume, "unix:gid")).isEqualTo(4242);
  }

  @Test
  void memoryIsATmpfsOfTheWantedSizeAndRecognisedTheNextTime() throws IOException {
    Needed.root();
    mount(MEMORY);
    Files.writeString(volume.resolve("f"), "kept");
    mount(MEMORY);
    assertThat(volume.resolve("f")).hasContent("kept");
    List<MountTable.Mount> mounts = MountTable.read().beneath(volume);
    assertThat(mounts).hasSize(1);
    assertThat(mounts.getFirst().type()).isEqualTo("tmpfs");
    assertThat(mounts.getFirst().superOptions()).contains("size=1024k");
    assertThat(Node.mode(volume)).isEqualTo("1777");
    volumes.unmountAll(MEMORY.uid());
    assertThat(volume).doesNotExist();
  }

  @Test
  void memoryBelongsToTheFsGroup() throws IOException {
    Needed.root();
    mount(Node.pod("{name: v, emptyDir: {medium: Memory}}", "securityContext: {fsGroup: 4242}"));
    assertThat(Node.mode(volume)).isEqualTo("3777");
    assertThat(Files.getAttribute(volume, "unix:gid")).isEqualTo(4242);
  }

  @Test
  void mountingAfterAnInterruptionAtAnyStepReachesTheSameEnd() throws IOException {
    Needed.root();
    Path plugin = directory.resolve("root/pods/11-22/volumes/kubernetes.io~empty-dir");
    for (int step = 0; step <= 4; step++) {
      if (step >= 1) {
        Files.createDirectories(plugin);
      }
      if (step == 2) {
        Files.createDirectory(plugin.resolve(".v.new"));
      }
      if (step >= 3) {
        Files.createDirectory(volume);
        Files.setAttribute(volume, "unix:mode", 0777);
      }
      if (step == 4) {
        Mounts.tmpfs(volume, List.of("size=1m"));
      }
      mount(MEMORY);
      assertThat(MountTable.read().beneath(volume)).hasSize(1);
      try (var entries = Files.list(plugin)) {
        assertThat(entries).containsExactly(volume);
      }
      volumes.unmountAll(MEMORY.uid());
      assertThat(directory.resolve("root/pods/11-22")).isEmptyDirectory();
    }
  }

  @Test
  void unmountingTakesEverythingBeneathDeepestFirst() throws IOException {
    Needed.root();
    mount(MEMORY);
    Path inner = Files.createDirectory(volume.resolve("inner"));
    Mounts.tmpfs(inner, List.of("size=64k"));
    Mounts.tmpfs(inner, List.of("size=64k"));
    Path subpath =
        Files.createDirectories(directory.resolve("root/pods/11-22/volume-subpaths/v/main/0"));
    Mounts.bind(volume, subpath, false);
    volumes.unmountAll(MEMORY.uid());
    assertThat(MountTable.read().beneath(directory)).isEmpty();
    assertThat(directory.resolve("root/pods/11-22")).isEmptyDirectory();
  }

  @Test
  void aBusyMountIsNamedAndGivenBackLater() throws IOException {
    Needed.root();
    mount(MEMORY);
    try (OutputStream busy = Files.newOutputStream(volume.resolve("f"))) {
      busy.write(1);
      assertThatThrownBy(() -> volumes.unmountAll(MEMORY.uid()))
          .isInstanceOfSatisfying(
              OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.UNAVAILABLE))
          .hasMessageContaining(volume.toString())
          .hasMessageContaining("EBUSY");
    }
    volumes.unmountAll(MEMORY.uid());
    assertThat(volume).doesNotExist();
  }

  @Test
  void linksThatAPodPlantedAreRemovedAndNotFollowed() throws IOException {
    Path outside = Files.createDirectory(directory.resolve("outside"));
    Files.writeString(outside.resolve("f"), "keep me");
    mount(DISK);
    Files.createSymbolicLink(volume.resolve("link"), outside);
    Files.createDirectories(volume.resolve("a/b"));
    Files.createSymbolicLink(volume.resolve("a/b/up"), Path.of("../../../../../.."));
    volumes.unmountAll(DISK.uid());
    assertThat(volume).doesNotExist();
    assertThat(outside.resolve("f")).hasContent("keep me");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{name: v, csi: {driver: a}}|kind csi is not supported yet",
        "{name: v, emptyDir: {medium: Tape}}|unknown storage medium \"Tape\"",
        "{name: v, emptyDir: {medium: HugePages-1Gi}}|no container requests such huge pages",
      })
  void saysWhatCannotBeDone(String yaml, String message) {
    assertThatThrownBy(() -> mount(Node.pod(yaml)))
        .isInstanceOfSatisfying(
            OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.BAD_SPEC))
        .hasMessageContaining(message);
  }

  @Test
  void hugePagesAreAHugetlbfs() throws IOException {
    Needed.root();
    Assumptions.assumeTrue(
        Files.readString(Path.of("/proc/filesystems")).contains("hugetlbfs"),
        "the kernel has no huge pages");
    Pod pod = Node.pod("{name: v, emptyDir: {medium: HugePages}}");
    mount(pod);
    mount(pod);
    assertThat(MountTable.read().beneath(volume)).hasSize(1);
    assertThat(MountTable.read().at(volume).orElseThrow().superOptions()).contains("pagesize=2M");
    volumes.unmountAll(pod.uid());
  }

  @ParameterizedTest
  @CsvSource({"HugePages", "HugePages-2Mi"})
  void takesThePageSizeFromMediumOrRequests(String medium) {
    Pod pod = Node.pod("{name: v, emptyDir: {medium: " + medium + "}}");
    assertThat(HugePageRequests.pageSize(pod, medium).quantity()).isEqualTo("2Mi");
  }

  private String mount(Pod pod) {
    return volumes.mount(pod, Node.volume(pod));
  }
}

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With a script in place of the host's program, since no server is needed to see what it is told.
 */
final class NfsVolumesTest {
  private static final Pod POD =
      Node.pod("{name: v, nfs: {server: \"fd00::1\", path: /exports, readOnly: true}}");

  @TempDir Path temp;
  private Node node;
  private Path program;

  @BeforeEach
  void open() {
    node = Node.in(temp);
    program = node.directory().resolve("mount.nfs");
  }

  @AfterEach
  void nothingIsLeftMounted() {
    for (MountTable.Mount mount : MountTable.read().beneath(node.directory())) {
      Mounts.unmountLazily(Path.of(mount.point()));
    }
  }

  private NfsVolumes volumes(String script) throws IOException {
    Files.writeString(program, "#!/bin/sh\n" + script + "\n");
    Files.setAttribute(program, "unix:mode", 0755);
    return new NfsVolumes(new VolumeDirectories(node.paths()), List.of(program));
  }

  @Test
  void theHostsProgramMountsOnce() throws IOException {
    Needed.root();
    Path log = node.directory().resolve("log.txt");
    NfsVolumes volumes = volumes("echo \"$@\" >> " + log + "; mount -t tmpfs none \"$2\"");
    String path = volumes.mount(POD, Node.volume(POD));
    assertThat(volumes.mount(POD, Node.volume(POD))).isEqualTo(path);
    assertThat(log).hasContent("[fd00::1]:/exports " + path + " -o ro");
    node.volumes().unmountAll(POD.uid());
    assertThat(MountTable.read().beneath(node.directory())).isEmpty();
  }

  @Test
  void theProgramIsSoughtOnThePathAndThenWhereItUsuallyIs() {
    assertThat(NfsVolumes.programs("/opt/bin::here:/bin"))
        .extracting(Path::toString)
        .containsExactly(
            "/opt/bin/mount.nfs", "/bin/mount.nfs", "/sbin/mount.nfs", "/usr/sbin/mount.nfs");
    assertThat(NfsVolumes.programs(null)).hasSize(2);
  }

  @Test
  void itsWordsAreTold() throws IOException {
    NfsVolumes volumes = volumes("echo 'mount.nfs: Connection refused'; exit 32");
    assertThatThrownBy(() -> volumes.mount(POD, Node.volume(POD)))
        .isInstanceOf(OutsideFailure.class)
        .hasMessageEndingWith("failed with 32: mount.nfs: Connection refused");
  }

  @Test
  void aMissingProgramIsNamed() {
    NfsVolumes volumes =
        new NfsVolumes(new VolumeDirectories(node.paths()), List.of(Path.of("/no/such/program")));
    assertThatThrownBy(() -> volumes.mount(POD, Node.volume(POD)))
        .hasMessageContaining("nfs needs the program mount.nfs");
  }

  @Test
  void aProgramThatHangsEndsWithAllThatItStarted() {
    List<String> command = List.of("/bin/sh", "-c", "sleep 4711 & sleep 4712");
    assertThatThrownBy(() -> NfsVolumes.run(command, Duration.ofMillis(300)))
        .isInstanceOfSatisfying(
            OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.TIMED_OUT));
    ProcessHandle.current()
        .descendants()
        .filter(each -> each.info().commandLine().orElse("").contains("sleep 47"))
        .forEach(each -> assertThat(each.onExit()).succeedsWithin(Duration.ofSeconds(30)));
  }
}

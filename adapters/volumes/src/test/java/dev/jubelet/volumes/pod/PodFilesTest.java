package dev.jubelet.volumes.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.Needed;
import dev.jubelet.volumes.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PodFilesTest {
  private static final Pod POD = Node.pod("");
  private static final PodUid UID = POD.uid();
  private static final ContainerId ID = new ContainerId("c0ffee");

  @TempDir Path temp;
  private Path root;
  private Path logs;
  private PodFiles files;

  @BeforeEach
  void open() {
    Node node = Node.in(temp);
    root = node.directory().resolve("root");
    logs = node.directory().resolve("log");
    files = new PodFiles(node.paths());
  }

  @Test
  void makesTheLayoutOfTheKubelet() throws IOException {
    files.prepare(POD);
    String message = files.prepareContainer(POD, "main", 3);
    assertThat(message).isEqualTo(root + "/pods/11-22/containers/main/3");
    assertThat(Node.mode(Path.of(message))).isEqualTo("666");
    assertThat(Node.mode(root)).isEqualTo("750");
    for (String name : List.of("", "/volumes", "/plugins", "/containers")) {
      assertThat(Node.mode(Path.of(root + "/pods/11-22" + name))).as(name).isEqualTo("750");
    }
    assertThat(Node.mode(logs.resolve("pods/shop_web_11-22/main"))).isEqualTo("755");
  }

  @Test
  void hostsFileIsReadableByAllAndReplacesWhateverIsInItsPlace() throws IOException {
    files.prepare(POD);
    Path target = Files.writeString(temp.resolve("elsewhere"), "not ours");
    Path file = root.resolve("pods/11-22/etc-hosts");
    Files.createSymbolicLink(file, target);
    assertThat(files.writeHosts(POD, "127.0.0.1 web\n")).isEqualTo(file.toString());
    assertThat(Files.readString(target)).isEqualTo("not ours");
    assertThat(Node.mode(file)).isEqualTo("644");
    try (var left = Files.list(root.resolve("pods/11-22"))) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("containers", "etc-hosts", "plugins", "volumes");
    }
  }

  @Test
  void equalHostsFileStaysTheSameFile() throws IOException {
    files.prepare(POD);
    Path file = Path.of(files.writeHosts(POD, "127.0.0.1 web\n"));
    Object before = Files.getAttribute(file, "unix:ino");
    files.writeHosts(POD, "127.0.0.1 web\n");
    assertThat(Files.getAttribute(file, "unix:ino")).isEqualTo(before);
  }

  @Test
  void aRetryOfTheSameAttemptKeepsWhatTheContainerWrote() {
    String path = files.prepareContainer(POD, "main", 0);
    Node.write(path, "said before the crash");
    assertThat(files.prepareContainer(POD, "main", 0)).isEqualTo(path);
    assertThat(Node.read(path)).contains("said before the crash");
  }

  @Test
  void linksLogsUnderTheNameThatCollectorsKnow() throws IOException {
    String log = logs + "/pods/shop_web_11-22/main/0.log";
    files.linkLog(POD, "main", ID, logs + "/elsewhere.log");
    files.linkLog(POD, "main", ID, log);
    assertThat(Files.readSymbolicLink(logs.resolve("containers/web_shop_main-c0ffee.log")))
        .isEqualTo(Path.of(log));
  }

  @Test
  void cutsLinkNamesToWhatTheFileSystemTakes() {
    String name = LogLinks.name(new PodName("n".repeat(63), "p".repeat(200)), "c", ID);
    assertThat(name).hasSize(255).endsWith(".log");
  }

  @Test
  void removesOnlyTheLinksOfThePod() {
    files.prepare(POD);
    files.linkLog(POD, "main", ID, logs + "/pods/shop_web_11-22/main/0.log");
    files.linkLog(POD, "other", ID, logs + "/pods/shop_web_11-223/main/0.log");
    files.remove(UID, POD.fullName());
    assertThat(Files.isSymbolicLink(logs.resolve("containers/web_shop_other-c0ffee.log"))).isTrue();
    assertThat(Files.isSymbolicLink(logs.resolve("containers/web_shop_main-c0ffee.log"))).isFalse();
  }

  @Test
  void removesByUidAloneWhenNobodyKnowsTheName() {
    files.prepare(POD);
    files.remove(UID, new PodName("", ""));
    assertThat(files.list()).isEmpty();
    assertThat(files.listLogs()).isEmpty();
  }

  @Test
  void removalAfterAnInterruptionAtAnyStepReachesTheSameEnd() throws IOException {
    for (int steps = 0; steps <= 3; steps++) {
      files.prepare(POD);
      files.prepareContainer(POD, "main", 0);
      files.linkLog(POD, "main", ID, logs + "/pods/shop_web_11-22/main/0.log");
      Path link = logs.resolve("containers/web_shop_main-c0ffee.log");
      List<Path> prefix =
          List.of(
              link,
              logs.resolve("pods/shop_web_11-22/main"),
              root.resolve("pods/11-22/containers/main/0"));
      for (Path done : prefix.subList(0, steps)) {
        Files.delete(done);
      }
      files.remove(UID, POD.fullName());
      assertThat(logs.resolve("pods")).isEmptyDirectory();
      assertThat(logs.resolve("containers")).isEmptyDirectory();
      assertThat(root.resolve("pods")).isEmptyDirectory();
    }
  }

  @Test
  void refusesToRemoveWhatIsMountedAndTouchesNothing() throws IOException {
    Needed.root();
    files.prepare(POD);
    Path mounted = Files.createDirectory(root.resolve("pods/11-22/volumes/m"));
    Mounts.tmpfs(mounted, List.of("size=64k"));
    try {
      assertThatThrownBy(() -> files.remove(UID, POD.fullName()))
          .isInstanceOf(OutsideFailure.class)
          .hasMessageContaining(mounted.toString());
      assertThat(logs.resolve("pods/shop_web_11-22")).isDirectory();
    } finally {
      Mounts.unmount(mounted);
    }
    files.remove(UID, POD.fullName());
    assertThat(files.list()).isEmpty();
  }

  @Test
  void aLinkInPlaceOfTheMessageIsNotFollowed() throws IOException {
    Path message = Path.of(files.prepareContainer(POD, "main", 0));
    Path secret = Files.writeString(temp.resolve("secret"), "secret");
    Files.delete(message);
    Files.createSymbolicLink(message, secret);
    assertThat(files.terminationMessage(UID, "main", 0, 100).orElseThrow())
        .doesNotContain("secret")
        .contains("not a regular file");
  }

  @Test
  void listsOnlyWhatLooksLikeAUid() throws IOException {
    files.prepare(POD);
    Files.createDirectory(root.resolve("pods/.hidden"));
    Files.createDirectory(root.resolve("pods/some.thing"));
    Files.createFile(root.resolve("pods/file"));
    Files.createDirectory(logs.resolve("pods/lost+found"));
    Files.createDirectory(logs.resolve("pods/shop_old_33"));
    assertThat(files.list()).containsExactly(UID);
    assertThat(files.listLogs())
        .containsExactly(
            new PodFiles.PodLogs(new PodName("shop", "old"), new PodUid("33")),
            new PodFiles.PodLogs(POD.fullName(), UID));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "../../etc", "a\0b"})
  void refusesNamesThatLeadElsewhere(String name) {
    files.prepare(POD);
    assertThatThrownBy(() -> files.prepareContainer(POD, name, 0))
        .isInstanceOfSatisfying(
            OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.BAD_SPEC));
    assertThatThrownBy(() -> files.remove(new PodUid(name), POD.fullName()))
        .isInstanceOf(OutsideFailure.class);
  }

  @Test
  void refusesALinkPlantedInPlaceOfAPodDirectory() throws IOException {
    Path outside = Files.createDirectories(temp.resolve("outside"));
    Files.createSymbolicLink(root.resolve("pods/11-22"), outside);
    assertThatThrownBy(() -> files.prepare(POD)).isInstanceOf(OutsideFailure.class);
    files.remove(UID, POD.fullName());
    assertThat(outside).isEmptyDirectory();
  }
}
